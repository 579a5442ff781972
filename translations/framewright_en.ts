<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>BucketPanel</name>
    <message numerus="yes">
        <source>%1 from %n clips</source>
        <translation>
            <numerusform>%1 from %n clip</numerusform>
            <numerusform>%1 from %n clips</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n samples.</source>
        <translation>
            <numerusform>%n sample.</numerusform>
            <numerusform>%n samples.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips fit no bucket.</source>
        <translation>
            <numerusform>%n clip fits no bucket.</numerusform>
            <numerusform>%n clips fit no bucket.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips</source>
        <translation>
            <numerusform>%n clip</numerusform>
            <numerusform>%n clips</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n samples in an epoch, with repeats and shares.</source>
        <translation>
            <numerusform>%n sample in an epoch, with repeats and shares.</numerusform>
            <numerusform>%n samples in an epoch, with repeats and shares.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CacheSizeLabel</name>
    <message numerus="yes">
        <source>%1 in %n entries</source>
        <translation>
            <numerusform>%1 in %n entry</numerusform>
            <numerusform>%1 in %n entries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CaptionBench</name>
    <message numerus="yes">
        <source>%n proposals</source>
        <translation>
            <numerusform>%n proposal</numerusform>
            <numerusform>%n proposals</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CaptionEditor</name>
    <message numerus="yes">
        <source>%n words</source>
        <translation>
            <numerusform>%n word</numerusform>
            <numerusform>%n words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips selected</source>
        <translation>
            <numerusform>%n clip selected</numerusform>
            <numerusform>%n clips selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n different</source>
        <translation>
            <numerusform>%n different</numerusform>
            <numerusform>%n different</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CaptionerDialog</name>
    <message numerus="yes">
        <source>%n selected clips</source>
        <translation>
            <numerusform>%n selected clip</numerusform>
            <numerusform>%n selected clips</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ClipBrowser</name>
    <message numerus="yes">
        <source>%n clips</source>
        <translation>
            <numerusform>%n clip</numerusform>
            <numerusform>%n clips</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ClipCard</name>
    <message numerus="yes">
        <source>%n frames, %1 s</source>
        <translation>
            <numerusform>%n frame, %1 s</numerusform>
            <numerusform>%n frames, %1 s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sections</source>
        <translation>
            <numerusform>%n section</numerusform>
            <numerusform>%n sections</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ClipHistory</name>
    <message numerus="yes">
        <source>%1 × %2, %n frames, %3 steps</source>
        <translation>
            <numerusform>%1 × %2, %n frame, %3 steps</numerusform>
            <numerusform>%1 × %2, %n frames, %3 steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ClipPanel</name>
    <message numerus="yes">
        <source>%n samples</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CloseQuestion</name>
    <message numerus="yes">
        <source>%n jobs are waiting.</source>
        <translation>
            <numerusform>%n job is waiting.</numerusform>
            <numerusform>%n jobs are waiting.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting jobs will be offered at the next start.</source>
        <translation>
            <numerusform>%n waiting job will be offered at the next start.</numerusform>
            <numerusform>%n waiting jobs will be offered at the next start.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changes are not saved: the project&apos;s folder is gone.</source>
        <translation>
            <numerusform>%n change is not saved: the project&apos;s folder is gone.</numerusform>
            <numerusform>%n changes are not saved: the project&apos;s folder is gone.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CropRow</name>
    <message numerus="yes">
        <source>for %n clips</source>
        <translation>
            <numerusform>for %n clip</numerusform>
            <numerusform>for %n clips</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DatasetPage</name>
    <message numerus="yes">
        <source>%n clips imported</source>
        <translation>
            <numerusform>%n clip imported</numerusform>
            <numerusform>%n clips imported</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n already there</source>
        <translation>
            <numerusform>%n already there</numerusform>
            <numerusform>%n already there</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n skipped</source>
        <translation>
            <numerusform>%n skipped</numerusform>
            <numerusform>%n skipped</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips exported</source>
        <translation>
            <numerusform>%n clip exported</numerusform>
            <numerusform>%n clips exported</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips not exported, or only in part</source>
        <translation>
            <numerusform>%n clip not exported, or only in part</numerusform>
            <numerusform>%n clips not exported, or only in part</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n captions proposed</source>
        <translation>
            <numerusform>%n caption proposed</numerusform>
            <numerusform>%n captions proposed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips not captioned</source>
        <translation>
            <numerusform>%n clip not captioned</numerusform>
            <numerusform>%n clips not captioned</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files found again</source>
        <translation>
            <numerusform>%n file found again</numerusform>
            <numerusform>%n files found again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files not found</source>
        <translation>
            <numerusform>%n file not found</numerusform>
            <numerusform>%n files not found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips not scanned</source>
        <translation>
            <numerusform>%n clip not scanned</numerusform>
            <numerusform>%n clips not scanned</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n captions updated</source>
        <translation>
            <numerusform>%n caption updated</numerusform>
            <numerusform>%n captions updated</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DownloadDialog</name>
    <message numerus="yes">
        <source>The model consists of %n downloads, which must be in one folder.</source>
        <translation>
            <numerusform>The model consists of %n download, which must be in one folder.</numerusform>
            <numerusform>The model consists of %n downloads, which must be in one folder.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DuplicatesDialog</name>
    <message numerus="yes">
        <source>%1×%2, %n frames</source>
        <translation>
            <numerusform>%1×%2, %n frame</numerusform>
            <numerusform>%1×%2, %n frames</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The first %1 are shown; %Ln more are in the group.</source>
        <translation>
            <numerusform>The first %1 are shown; %Ln more is in the group.</numerusform>
            <numerusform>The first %1 are shown; %Ln more are in the group.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EncodingRow</name>
    <message numerus="yes">
        <source>All %n samples are encoded.</source>
        <translation>
            <numerusform>The only sample is encoded.</numerusform>
            <numerusform>All %n samples are encoded.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>To encode: %1 of %n samples</source>
        <translation>
            <numerusform>To encode: %1 of %n sample</numerusform>
            <numerusform>To encode: %1 of %n samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n captions.</source>
        <translation>
            <numerusform>%n caption.</numerusform>
            <numerusform>%n captions.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message numerus="yes">
        <source>%n clips of the filtered list</source>
        <translation>
            <numerusform>%n clip of the filtered list</numerusform>
            <numerusform>%n clips of the filtered list</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n selected clips</source>
        <translation>
            <numerusform>%n selected clip</numerusform>
            <numerusform>%n selected clips</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FindingList</name>
    <message numerus="yes">
        <source>Selects %n clips.</source>
        <translation>
            <numerusform>Selects %n clip.</numerusform>
            <numerusform>Selects %n clips.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n more</source>
        <translation>
            <numerusform>Show %n more</numerusform>
            <numerusform>Show %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GalleryText</name>
    <message numerus="yes">
        <source>This run makes clips every %n epochs and at its end, but has not got that far. “Validate before training” in a run&apos;s settings also makes clips before the first step.</source>
        <translation>
            <numerusform>This run makes clips after every epoch and at its end, but has not got that far. “Validate before training” in a run&apos;s settings also makes clips before the first step.</numerusform>
            <numerusform>This run makes clips every %n epochs and at its end, but has not got that far. “Validate before training” in a run&apos;s settings also makes clips before the first step.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GeneratePage</name>
    <message numerus="yes">
        <source>%n clips queued.</source>
        <translation>
            <numerusform>%n clip queued.</numerusform>
            <numerusform>%n clips queued.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GridDialog</name>
    <message numerus="yes">
        <source>&amp;Queue %n clips</source>
        <translation>
            <numerusform>&amp;Queue %n clip</numerusform>
            <numerusform>&amp;Queue %n clips</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n checkpoints</source>
        <translation>
            <numerusform>%n checkpoint</numerusform>
            <numerusform>%n checkpoints</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n strengths</source>
        <translation>
            <numerusform>%n strength</numerusform>
            <numerusform>%n strengths</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n seeds</source>
        <translation>
            <numerusform>%n seed</numerusform>
            <numerusform>%n seeds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, and %n clips of the base model.</source>
        <translation>
            <numerusform>%1, and %n clip of the base model.</numerusform>
            <numerusform>%1, and %n clips of the base model.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>InterruptedCard</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>JobDock</name>
    <message numerus="yes">
        <source>%n jobs of unknown length</source>
        <translation>
            <numerusform>%n job of unknown length</numerusform>
            <numerusform>%n jobs of unknown length</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LeftJobsCard</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LibraryDetails</name>
    <message numerus="yes">
        <source>… and %n more.</source>
        <translation>
            <numerusform>… and %n more.</numerusform>
            <numerusform>… and %n more.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tokens</source>
        <translation>
            <numerusform>%n token</numerusform>
            <numerusform>%n tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n blocks, width %1</source>
        <translation>
            <numerusform>%n block, width %1</numerusform>
            <numerusform>%n blocks, width %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n safetensors files that are not LoRAs</source>
        <translation>
            <numerusform>%n safetensors file that is not a LoRA</numerusform>
            <numerusform>%n safetensors files that are not LoRAs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LibraryFilter</name>
    <message numerus="yes">
        <source>(%n more)</source>
        <translation>
            <numerusform>(%n more)</numerusform>
            <numerusform>(%n more)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other safetensors files</source>
        <translation>
            <numerusform>%n other safetensors file</numerusform>
            <numerusform>%n other safetensors files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MessageBar</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ModelCard</name>
    <message numerus="yes">
        <source>%n samples</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n buckets</source>
        <translation>
            <numerusform>%n bucket</numerusform>
            <numerusform>%n buckets</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NextStepCard</name>
    <message numerus="yes">
        <source>%n clips have no caption yet.</source>
        <translation>
            <numerusform>%n clip has no caption yet.</numerusform>
            <numerusform>%n clips have no caption yet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips are captioned and ready.</source>
        <translation>
            <numerusform>%n clip is captioned and ready.</numerusform>
            <numerusform>%n clips are captioned and ready.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips</source>
        <translation>
            <numerusform>%n clip</numerusform>
            <numerusform>%n clips</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n without a caption</source>
        <translation>
            <numerusform>%n without a caption</numerusform>
            <numerusform>%n without a caption</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n buckets</source>
        <translation>
            <numerusform>%n bucket</numerusform>
            <numerusform>%n buckets</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PauseQuestion</name>
    <message numerus="yes">
        <source>It saves a checkpoint and frees the device. %n jobs are waiting for it.</source>
        <translation>
            <numerusform>It saves a checkpoint and frees the device. %n job is waiting for it.</numerusform>
            <numerusform>It saves a checkpoint and frees the device. %n jobs are waiting for it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PresetList</name>
    <message numerus="yes">
        <source>All %n presets</source>
        <translation>
            <numerusform>%n preset</numerusform>
            <numerusform>All %n presets</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProcessCount</name>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n processes on the CPU</source>
        <translation>
            <numerusform>%n process on the CPU</numerusform>
            <numerusform>%n processes on the CPU</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProjectCard</name>
    <message numerus="yes">
        <source>%1, %n clips</source>
        <translation>
            <numerusform>%1, %n clip</numerusform>
            <numerusform>%1, %n clips</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProposalPane</name>
    <message numerus="yes">
        <source>%n of the selected clips have a proposed caption.</source>
        <translation>
            <numerusform>%n of the selected clips has a proposed caption.</numerusform>
            <numerusform>%n of the selected clips have a proposed caption.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReplaceDialog</name>
    <message numerus="yes">
        <source>%n selected clips</source>
        <translation>
            <numerusform>%n selected clip</numerusform>
            <numerusform>%n selected clips</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n captions will change.</source>
        <translation>
            <numerusform>%n caption will change.</numerusform>
            <numerusform>%n captions will change.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n captions were changed.</source>
        <translation>
            <numerusform>%n caption was changed.</numerusform>
            <numerusform>%n captions were changed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunChart</name>
    <message numerus="yes">
        <source>%n clips at step %1. Click to see them.</source>
        <translation>
            <numerusform>%n clip at step %1. Click to see it.</numerusform>
            <numerusform>%n clips at step %1. Click to see them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunCheck</name>
    <message numerus="yes">
        <source>%n captions</source>
        <translation>
            <numerusform>%n caption</numerusform>
            <numerusform>%n captions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cuts</source>
        <translation>
            <numerusform>%n cut</numerusform>
            <numerusform>%n cuts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n crops</source>
        <translation>
            <numerusform>%n crop</numerusform>
            <numerusform>%n crops</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips in other buckets</source>
        <translation>
            <numerusform>%n clip in another bucket</numerusform>
            <numerusform>%n clips in other buckets</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips added</source>
        <translation>
            <numerusform>%n clip added</numerusform>
            <numerusform>%n clips added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips removed</source>
        <translation>
            <numerusform>%n clip removed</numerusform>
            <numerusform>%n clips removed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more buckets</source>
        <translation>
            <numerusform>%n more bucket</numerusform>
            <numerusform>%n more buckets</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n samples</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips with other weights</source>
        <translation>
            <numerusform>%n clip with another weight</numerusform>
            <numerusform>%n clips with other weights</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunsView</name>
    <message numerus="yes">
        <source>Delete %n runs?</source>
        <translation>
            <numerusform>Delete %n run?</numerusform>
            <numerusform>Delete %n runs?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n runs to the trash?</source>
        <translation>
            <numerusform>Move %n run to the trash?</numerusform>
            <numerusform>Move %n runs to the trash?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SceneReview</name>
    <message numerus="yes">
        <source>%n cuts accepted of %1.</source>
        <translation>
            <numerusform>%n cut accepted of %1.</numerusform>
            <numerusform>%n cuts accepted of %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips were not scanned since they were cut: use “Scan clips” first.</source>
        <translation>
            <numerusform>%n clip was not scanned since it was cut: use “Scan clips” first.</numerusform>
            <numerusform>%n clips were not scanned since they were cut: use “Scan clips” first.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message numerus="yes">
        <source>%1 (%n waiting)</source>
        <translation>
            <numerusform>%1 (%n waiting)</numerusform>
            <numerusform>%1 (%n waiting)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SweepDialog</name>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message numerus="yes">
        <source>%1 s to %2 s: %n frames, %3 s</source>
        <translation>
            <numerusform>%1 s to %2 s: %n frame, %3 s</numerusform>
            <numerusform>%1 s to %2 s: %n frames, %3 s</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TokenBar</name>
    <message numerus="yes">
        <source>%n too long</source>
        <translation>
            <numerusform>%n too long</numerusform>
            <numerusform>%n too long</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrainPage</name>
    <message numerus="yes">
        <source>%n settings are missing or wrong.</source>
        <translation>
            <numerusform>%n setting is missing or wrong.</numerusform>
            <numerusform>%n settings are missing or wrong.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>job titles</name>
    <message numerus="yes">
        <source>Import %n files</source>
        <translation>
            <numerusform>Import %n file</numerusform>
            <numerusform>Import %n files</numerusform>
        </translation>
    </message>
</context>
</TS>
