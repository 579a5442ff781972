<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>AboutDialog</name>
    <message>
        <source>Built with</source>
        <translation>Bestandteile</translation>
    </message>
    <message>
        <source>About Framewright</source>
        <translation>Über Framewright</translation>
    </message>
    <message>
        <source>&lt;h2&gt;Framewright %1&lt;/h2&gt;&lt;p&gt;Turns videos into datasets, trains video-diffusion models on them, and previews the clips, on your own computer.&lt;/p&gt;&lt;p&gt;The window is free software under the GNU General Public License, version 3 or later; the engine&apos;s sources are under the Apache License 2.0. There is no warranty.&lt;/p&gt;</source>
        <translation>&lt;h2&gt;Framewright %1&lt;/h2&gt;&lt;p&gt;Macht aus Videos Datensätze, trainiert damit Video-Diffusionsmodelle und zeigt die entstandenen Clips, alles auf Ihrem eigenen Rechner.&lt;/p&gt;&lt;p&gt;Die Oberfläche ist freie Software unter der GNU General Public License, Version 3 oder später; die Quellen der Engine stehen unter der Apache-Lizenz 2.0. Es gibt keinerlei Gewährleistung.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>Lizenzen</translation>
    </message>
    <message>
        <source>GNU GPL 3</source>
        <translation>GNU GPL 3</translation>
    </message>
    <message>
        <source>Apache 2.0</source>
        <translation>Apache 2.0</translation>
    </message>
</context>
<context>
    <name>BucketPanel</name>
    <message>
        <source>Buckets</source>
        <translation>Buckets</translation>
    </message>
    <message>
        <source>No buckets. Let some be suggested.</source>
        <translation>Keine Buckets. Lassen Sie welche vorschlagen.</translation>
    </message>
    <message>
        <source>A model&apos;s folder…</source>
        <translation>Ordner eines Modells…</translation>
    </message>
    <message>
        <source>as they are</source>
        <translation>unverändert</translation>
    </message>
    <message>
        <source>Only their beginning</source>
        <translation>Nur der Anfang</translation>
    </message>
    <message>
        <source>Several samples</source>
        <translation>Mehrere Samples</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Modell</translation>
    </message>
    <message>
        <source>What the clips are prepared for: its rules say which sizes are legal.</source>
        <translation>Wofür die Clips vorbereitet werden: Das Modell bestimmt, welche Größen zulässig sind.</translation>
    </message>
    <message>
        <source>&amp;Frames a second</source>
        <translation>Frames pro Se&amp;kunde</translation>
    </message>
    <message>
        <source>Videos are resampled to this rate, so that motion keeps its speed. 0 takes frames as they are.</source>
        <translation>Videos werden auf diese Bildrate umgerechnet, damit Bewegungen ihre Geschwindigkeit behalten. 0 nimmt die Frames, wie sie sind.</translation>
    </message>
    <message>
        <source>&amp;Batch size</source>
        <translation>Batch&amp;größe</translation>
    </message>
    <message>
        <source>A bucket should hold at least so many samples.</source>
        <translation>Ein Bucket sollte mindestens so viele Samples enthalten.</translation>
    </message>
    <message>
        <source>&amp;Long clips</source>
        <translation>&amp;Lange Clips</translation>
    </message>
    <message>
        <source>What is made of a clip that is longer than its bucket.</source>
        <translation>Was aus einem Clip wird, der länger ist als sein Bucket.</translation>
    </message>
    <message>
        <source>&amp;Trigger word</source>
        <translation>&amp;Triggerwort</translation>
    </message>
    <message>
        <source>Put before every caption; counts as tokens.</source>
        <translation>Steht vor jeder Beschreibung; zählt bei den Token mit.</translation>
    </message>
    <message>
        <source>&amp;Suggest buckets</source>
        <translation>Buckets &amp;vorschlagen</translation>
    </message>
    <message>
        <source>Chooses the buckets that keep most of these clips and are legal for the model.</source>
        <translation>Wählt die Buckets, die am meisten von diesen Clips behalten und für das Modell zulässig sind.</translation>
    </message>
    <message>
        <source>&amp;Remove bucket</source>
        <translation>Bucket ent&amp;fernen</translation>
    </message>
    <message>
        <source>Takes the selected buckets away; their clips go into the others.</source>
        <translation>Entfernt die ausgewählten Buckets; ihre Clips kommen in die übrigen.</translation>
    </message>
    <message>
        <source>Frames x height x width; Return adds it.</source>
        <translation>Frames x Höhe x Breite; die Eingabetaste fügt ihn hinzu.</translation>
    </message>
    <message>
        <source>New bucket</source>
        <translation>Neuer Bucket</translation>
    </message>
    <message>
        <source>Bucket</source>
        <translation>Bucket</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Samples</translation>
    </message>
    <message>
        <source>Cut away</source>
        <translation>Abgeschnitten</translation>
    </message>
    <message>
        <source>Frames x height x width</source>
        <translation>Frames x Höhe x Breite</translation>
    </message>
    <message numerus="yes">
        <source>%1 from %n clips</source>
        <translation>
            <numerusform>%1 aus %n Clip</numerusform>
            <numerusform>%1 aus %n Clips</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1&#xa0;%</translation>
    </message>
    <message>
        <source>Share of the picture that is cut away, on average</source>
        <translation>Anteil des Bildes, der im Mittel abgeschnitten wird</translation>
    </message>
    <message>
        <source>Write it as frames x height x width: 49x480x720.</source>
        <translation>In der Form Frames x Höhe x Breite schreiben: 49x480x720.</translation>
    </message>
    <message>
        <source>heights and widths in multiples of %1</source>
        <translation>Höhen und Breiten in Vielfachen von %1</translation>
    </message>
    <message>
        <source>only %1×%2 pixels</source>
        <translation>nur %1×%2 Pixel</translation>
    </message>
    <message>
        <source>%1 takes %2; 1 frame or %3·N + 1 frames up to %4; it was trained at %5 frames a second.</source>
        <translation>%1 nimmt %2; 1 Frame oder %3·N + 1 Frames bis höchstens %4; trainiert wurde mit %5 Frames pro Sekunde.</translation>
    </message>
    <message>
        <source>These buckets are a suggestion for these clips; they are used unless you choose others.</source>
        <translation>Diese Buckets sind ein Vorschlag für diese Clips; sie werden benutzt, solange Sie keine anderen wählen.</translation>
    </message>
    <message numerus="yes">
        <source>%n samples.</source>
        <translation>
            <numerusform>%n Sample.</numerusform>
            <numerusform>%n Samples.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips fit no bucket.</source>
        <translation>
            <numerusform>%n Clip passt in keinen Bucket.</numerusform>
            <numerusform>%n Clips passen in keinen Bucket.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CacheRow</name>
    <message>
        <source>Clean &amp;up…</source>
        <translation>Auf&amp;räumen…</translation>
    </message>
    <message>
        <source>Clean up the cache</source>
        <translation>Den Cache aufräumen</translation>
    </message>
    <message>
        <source>Removes what was used least lately. Asks first.</source>
        <translation>Entfernt, was am längsten nicht gebraucht wurde. Fragt vorher.</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>Wird gezählt…</translation>
    </message>
    <message numerus="yes">
        <source>%1 in %n entries</source>
        <translation>
            <numerusform>%1 in %n Eintrag</numerusform>
            <numerusform>%1 in %n Einträgen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 stay: unfinished runs need them.</source>
        <translation>%1 bleiben: Läufe, die noch nicht fertig sind, brauchen sie.</translation>
    </message>
    <message>
        <source>Nothing to remove.</source>
        <translation>Nichts zu entfernen.</translation>
    </message>
    <message>
        <source>Clean up the cache?</source>
        <translation>Den Cache aufräumen?</translation>
    </message>
    <message>
        <source>Remove %1 of %2?</source>
        <translation>%1 von %2 entfernen?</translation>
    </message>
    <message>
        <source>What was used least lately goes; it is encoded again when it is needed.</source>
        <translation>Was am längsten nicht gebraucht wurde, wird entfernt; bei Bedarf wird es neu kodiert.</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
</context>
<context>
    <name>CancelQuestion</name>
    <message>
        <source>Cancel the job?</source>
        <translation>Den Auftrag abbrechen?</translation>
    </message>
    <message>
        <source>Cancel “%1”?</source>
        <translation>„%1“ abbrechen?</translation>
    </message>
    <message>
        <source>What it did since its last checkpoint is lost.</source>
        <translation>Was er seit seinem letzten Checkpoint getan hat, geht verloren.</translation>
    </message>
    <message>
        <source>What it has not finished is lost.</source>
        <translation>Was er noch nicht fertig hat, geht verloren.</translation>
    </message>
    <message>
        <source>It is taken out of the queue.</source>
        <translation>Er wird aus der Warteschlange genommen.</translation>
    </message>
    <message>
        <source>&amp;Cancel the job</source>
        <translation>Auftrag &amp;abbrechen</translation>
    </message>
    <message>
        <source>&amp;Keep it</source>
        <translation>&amp;Behalten</translation>
    </message>
</context>
<context>
    <name>CaptionEditor</name>
    <message>
        <source>Count tokens with…</source>
        <translation>Token zählen mit…</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>What the clip shows, in the words of a prompt.</source>
        <translation>Was der Clip zeigt, in den Worten eines Prompts.</translation>
    </message>
    <message>
        <source>No caption yet. Describe what the clip shows.</source>
        <translation>Noch keine Beschreibung. Beschreiben Sie, was der Clip zeigt.</translation>
    </message>
    <message>
        <source>Chooses the model&apos;s folder; its tokenizer counts what the model will read.</source>
        <translation>Wählt den Modellordner; sein Tokenizer zählt, was das Modell lesen wird.</translation>
    </message>
    <message>
        <source>&amp;Keep the caption</source>
        <translation>&amp;Beschreibung übernehmen</translation>
    </message>
    <message>
        <source>Keeps what was typed now.</source>
        <translation>Übernimmt sofort, was eingegeben wurde.</translation>
    </message>
    <message>
        <source>Written by you</source>
        <translation>Von Ihnen geschrieben</translation>
    </message>
    <message>
        <source>Imported</source>
        <translation>Importiert</translation>
    </message>
    <message>
        <source>By a captioner</source>
        <translation>Von einem Beschreibungsprogramm</translation>
    </message>
    <message numerus="yes">
        <source>%n words</source>
        <translation>
            <numerusform>%n Wort</numerusform>
            <numerusform>%n Wörter</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 tokens</source>
        <translation>%1 von %2 Token</translation>
    </message>
    <message>
        <source>the struck-out end is cut off</source>
        <translation>das durchgestrichene Ende wird abgeschnitten</translation>
    </message>
    <message>
        <source>Replace each caption</source>
        <translation>Jede Beschreibung ersetzen</translation>
    </message>
    <message>
        <source>Put before each</source>
        <translation>Vor jede setzen</translation>
    </message>
    <message>
        <source>Put behind each</source>
        <translation>Hinter jede setzen</translation>
    </message>
    <message>
        <source>What becomes of the selected clips&apos; captions</source>
        <translation>Was aus den Beschreibungen der gewählten Clips wird</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>Nicht gespeichert</translation>
    </message>
    <message numerus="yes">
        <source>%n clips selected</source>
        <translation>
            <numerusform>%n Clip ausgewählt</numerusform>
            <numerusform>%n Clips ausgewählt</numerusform>
        </translation>
    </message>
    <message>
        <source>What you type is for all selected clips.</source>
        <translation>Was Sie schreiben, gilt für alle gewählten Clips.</translation>
    </message>
    <message>
        <source>The captions differ. What you type is for all selected clips.</source>
        <translation>Die Beschreibungen sind verschieden. Was Sie schreiben, gilt für alle gewählten Clips.</translation>
    </message>
</context>
<context>
    <name>ChartGrid</name>
    <message>
        <source>Charts</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Export the chart “%1”</source>
        <translation>Diagramm „%1“ exportieren</translation>
    </message>
</context>
<context>
    <name>ClipBrowser</name>
    <message>
        <source>Words in the file&apos;s path or the caption; all must hold, a minus before one negates it. Also name:word, caption:word, tag:word, is:uncaptioned, is:damaged, is:similar, width&gt;=720, seconds&lt;2, fps:23..25</source>
        <translation>Wörter im Dateipfad oder in der Beschreibung; alle müssen zutreffen, ein Minus davor verneint eines. Auch name:Wort, caption:Wort, tag:Wort, is:uncaptioned, is:damaged, is:similar, width&gt;=720, seconds&lt;2, fps:23..25</translation>
    </message>
    <message>
        <source>Clips as a table</source>
        <translation>Clips als Tabelle</translation>
    </message>
    <message>
        <source>No clip passes the filter.</source>
        <translation>Kein Clip passt zum Filter.</translation>
    </message>
    <message>
        <source>Show as &amp;table</source>
        <translation>Al&amp;s Tabelle zeigen</translation>
    </message>
    <message>
        <source>Shows the clips as a table, or as pictures again.</source>
        <translation>Zeigt die Clips als Tabelle oder wieder als Bilder.</translation>
    </message>
    <message>
        <source>&amp;Filter the clips</source>
        <translation>Clips &amp;filtern</translation>
    </message>
    <message>
        <source>Goes to the filter line.</source>
        <translation>Springt zur Filterzeile.</translation>
    </message>
    <message>
        <source>&amp;Remove clips</source>
        <translation>Clips entfer&amp;nen</translation>
    </message>
    <message>
        <source>Takes the selected clips out of the project; their files stay.</source>
        <translation>Nimmt die ausgewählten Clips aus dem Projekt; ihre Dateien bleiben.</translation>
    </message>
    <message>
        <source>Filter: words, is:uncaptioned, width&gt;=720 …</source>
        <translation>Filter: Wörter, is:uncaptioned, width&gt;=720 …</translation>
    </message>
    <message>
        <source>Filter the clips</source>
        <translation>Clips filtern</translation>
    </message>
    <message>
        <source>Order of the clips</source>
        <translation>Reihenfolge der Clips</translation>
    </message>
    <message>
        <source>As imported</source>
        <translation>Wie importiert</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Nach Name</translation>
    </message>
    <message>
        <source>By size</source>
        <translation>Nach Größe</translation>
    </message>
    <message>
        <source>By frames</source>
        <translation>Nach Frames</translation>
    </message>
    <message>
        <source>By seconds</source>
        <translation>Nach Sekunden</translation>
    </message>
    <message>
        <source>By caption</source>
        <translation>Nach Beschreibung</translation>
    </message>
    <message numerus="yes">
        <source>%n clips</source>
        <translation>
            <numerusform>%n Clip</numerusform>
            <numerusform>%n Clips</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ClipCard</name>
    <message>
        <source>Clip</source>
        <translation>Clip</translation>
    </message>
    <message>
        <source>The model&apos;s own</source>
        <translation>Wie beim Modell</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>Pixels; what you type becomes the nearest that the model takes.</source>
        <translation>Pixel; aus Ihrer Eingabe wird der nächste Wert, den das Modell annimmt.</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Width and height of the clip, in pixels.</source>
        <translation>Breite und Höhe des Clips in Pixeln.</translation>
    </message>
    <message>
        <source>Pixels</source>
        <translation>Pixel</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Only lengths that the model can make.</source>
        <translation>Nur Längen, die das Modell erzeugen kann.</translation>
    </message>
    <message>
        <source>Rate (fps)</source>
        <translation>Bildrate (fps)</translation>
    </message>
    <message>
        <source>How fast the clip plays. It changes the file, not what the model makes.</source>
        <translation>Wie schnell der Clip abgespielt wird. Das ändert die Datei, nicht das, was das Modell erzeugt.</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>The sizes are known once a model is chosen.</source>
        <translation>Die Größen sind bekannt, sobald ein Modell gewählt ist.</translation>
    </message>
    <message>
        <source>Sides in multiples of %1, %2k + 1 frames.</source>
        <translation>Seiten in Vielfachen von %1, %2k + 1 Frames.</translation>
    </message>
    <message>
        <source>This model makes only this picture: it has learned no other place for a pixel. %1k + 1 frames.</source>
        <translation>Dieses Modell erzeugt nur diese Bildgröße: Andere Positionen für Pixel hat es nicht gelernt. %1k + 1 Frames.</translation>
    </message>
    <message numerus="yes">
        <source>%n frames, %1 s</source>
        <translation>
            <numerusform>%n Frame, %1 s</numerusform>
            <numerusform>%n Frames, %1 s</numerusform>
        </translation>
    </message>
    <message>
        <source>1 frame: a picture</source>
        <translation>1 Frame: ein Bild</translation>
    </message>
    <message>
        <source>the model&apos;s own</source>
        <translation>wie Modell</translation>
    </message>
    <message>
        <source>Another: %1</source>
        <translation>Anderes: %1</translation>
    </message>
</context>
<context>
    <name>ClipGrid</name>
    <message>
        <source>Clips as pictures</source>
        <translation>Clips als Bilder</translation>
    </message>
    <message>
        <source>Arrow keys walk through the clips.</source>
        <translation>Pfeiltasten gehen durch die Clips.</translation>
    </message>
</context>
<context>
    <name>ClipHistory</name>
    <message>
        <source>Not: %1</source>
        <translation>Nicht: %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 × %2, %n frames, %3 steps</source>
        <translation>
            <numerusform>%1 × %2, %n Frame, %3 Schritte</numerusform>
            <numerusform>%1 × %2, %n Frames, %3 Schritte</numerusform>
        </translation>
    </message>
    <message>
        <source>Seed %1, guidance %2</source>
        <translation>Seed %1, Guidance %2</translation>
    </message>
    <message>
        <source>Seed %1</source>
        <translation>Seed %1</translation>
    </message>
</context>
<context>
    <name>ClipMatrix</name>
    <message>
        <source>No clip of this prompt at this step</source>
        <translation>Kein Clip dieses Prompts bei diesem Schritt</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 (its file is gone)</source>
        <translation>%1 (Datei fehlt)</translation>
    </message>
    <message>
        <source>%1 (A)</source>
        <translation>%1 (A)</translation>
    </message>
</context>
<context>
    <name>ClipMatrixView</name>
    <message>
        <source>Clips by step and prompt</source>
        <translation>Clips nach Schritt und Prompt</translation>
    </message>
    <message>
        <source>Arrow keys walk: left and right between prompts, up and down between steps. Return plays.</source>
        <translation>Pfeiltasten bewegen: links und rechts zwischen Prompts, auf und ab zwischen Schritten. Die Eingabetaste spielt ab.</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
</context>
<context>
    <name>ClipModel</name>
    <message>
        <source>%1, picture</source>
        <translation>%1, Bild</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n frames, %2 fps</source>
        <translation>
            <numerusform>%1, %n Frame, %2 fps</numerusform>
            <numerusform>%1, %n Frames, %2 fps</numerusform>
        </translation>
    </message>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message>
        <source>Clip</source>
        <translation>Clip</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>fps</source>
        <translation>fps</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Frames</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
</context>
<context>
    <name>ClipPanel</name>
    <message>
        <source>Cut &amp;begins here</source>
        <translation>&amp;Anfang hier</translation>
    </message>
    <message>
        <source>The clip begins with the frame in view.</source>
        <translation>Der Clip beginnt mit dem gezeigten Frame.</translation>
    </message>
    <message>
        <source>Cut &amp;ends here</source>
        <translation>&amp;Ende hier</translation>
    </message>
    <message>
        <source>The clip ends with the frame in view.</source>
        <translation>Der Clip endet mit dem gezeigten Frame.</translation>
    </message>
    <message>
        <source>&amp;Whole file</source>
        <translation>&amp;Ganze Datei</translation>
    </message>
    <message>
        <source>The clip is the whole file again.</source>
        <translation>Der Clip ist wieder die ganze Datei.</translation>
    </message>
    <message>
        <source>&amp;Split here</source>
        <translation>Hier &amp;teilen</translation>
    </message>
    <message>
        <source>Makes two clips, the second of which begins with the frame in view.</source>
        <translation>Macht zwei Clips daraus; der zweite beginnt mit dem gezeigten Frame.</translation>
    </message>
    <message>
        <source>Split at s&amp;cene cuts</source>
        <translation>An S&amp;zenenschnitten teilen</translation>
    </message>
    <message>
        <source>Splits the selected clips at their scene cuts, which the line marks.</source>
        <translation>Teilt die ausgewählten Clips an ihren Szenenschnitten, die in der Leiste markiert sind.</translation>
    </message>
    <message>
        <source>&amp;Crop</source>
        <translation>Bes&amp;chneiden</translation>
    </message>
    <message>
        <source>Draws the part of the picture that is used: drag, or arrow keys and Return.</source>
        <translation>Legt den benutzten Teil des Bildes fest: durch Ziehen oder mit Pfeiltasten und Eingabetaste.</translation>
    </message>
    <message>
        <source>&amp;Whole picture</source>
        <translation>Ganzes Bi&amp;ld</translation>
    </message>
    <message>
        <source>Takes the crop of the selected clips away.</source>
        <translation>Hebt den Beschnitt der ausgewählten Clips auf.</translation>
    </message>
    <message>
        <source>Show what is &amp;used</source>
        <translation>Ben&amp;utztes zeigen</translation>
    </message>
    <message>
        <source>Darkens what the bucket cuts away; the line shows the frames that are used.</source>
        <translation>Dunkelt ab, was der Bucket abschneidet; die Leiste zeigt die benutzten Frames.</translation>
    </message>
    <message>
        <source>Select a clip to see it.</source>
        <translation>Einen Clip auswählen, um ihn zu sehen.</translation>
    </message>
    <message>
        <source>This clip fits no bucket and will not be trained on.</source>
        <translation>Dieser Clip passt in keinen Bucket und wird nicht trainiert.</translation>
    </message>
    <message>
        <source>Bucket %1</source>
        <translation>Bucket %1</translation>
    </message>
    <message numerus="yes">
        <source>%n samples</source>
        <translation>
            <numerusform>%n Sample</numerusform>
            <numerusform>%n Samples</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 % of the picture cut away</source>
        <translation>%1&#xa0;% des Bildes abgeschnitten</translation>
    </message>
    <message numerus="yes">
        <source>%n frames unused</source>
        <translation>
            <numerusform>%n Frame unbenutzt</numerusform>
            <numerusform>%n Frames unbenutzt</numerusform>
        </translation>
    </message>
    <message>
        <source>enlarged %1×</source>
        <translation>%1× vergrößert</translation>
    </message>
</context>
<context>
    <name>CloseQuestion</name>
    <message>
        <source>Close Framewright?</source>
        <translation>Framewright schließen?</translation>
    </message>
    <message>
        <source>“%1” is running.</source>
        <translation>„%1“ läuft.</translation>
    </message>
    <message numerus="yes">
        <source>%n jobs are waiting.</source>
        <translation>
            <numerusform>%n Auftrag wartet.</numerusform>
            <numerusform>%n Aufträge warten.</numerusform>
        </translation>
    </message>
    <message>
        <source>Saved, it can be resumed at the next start.</source>
        <translation>Gespeichert lässt er sich beim nächsten Start fortsetzen.</translation>
    </message>
    <message>
        <source>&amp;Save, then close</source>
        <translation>&amp;Speichern, dann schließen</translation>
    </message>
    <message>
        <source>Keep running, &amp;minimised</source>
        <translation>&amp;Minimiert weiterlaufen</translation>
    </message>
    <message>
        <source>&amp;End without saving</source>
        <translation>&amp;Ohne Speichern beenden</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message numerus="yes">
        <source>%n waiting jobs are offered at the next start.</source>
        <translation>
            <numerusform>%n wartender Auftrag wird beim nächsten Start angeboten.</numerusform>
            <numerusform>%n wartende Aufträge werden beim nächsten Start angeboten.</numerusform>
        </translation>
    </message>
    <message>
        <source>They are offered at the next start.</source>
        <translation>Sie werden beim nächsten Start angeboten.</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>S&amp;chließen</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Type a part of a command&apos;s name; Enter runs the marked one</source>
        <translation>Einen Teil des Namens eingeben; die Eingabetaste führt den markierten Befehl aus</translation>
    </message>
    <message>
        <source>Type a command</source>
        <translation>Befehl eingeben</translation>
    </message>
    <message>
        <source>Matching commands</source>
        <translation>Passende Befehle</translation>
    </message>
</context>
<context>
    <name>ComparePlayer</name>
    <message>
        <source>&amp;One clip</source>
        <translation>&amp;Ein Clip</translation>
    </message>
    <message>
        <source>Shows the chosen clip alone.</source>
        <translation>Zeigt nur den gewählten Clip.</translation>
    </message>
    <message>
        <source>&amp;Side by side</source>
        <translation>&amp;Nebeneinander</translation>
    </message>
    <message>
        <source>Shows A and the chosen clip, B, beside each other, frame by frame together.</source>
        <translation>Zeigt A und den gewählten Clip, B, nebeneinander, Frame für Frame gemeinsam.</translation>
    </message>
    <message>
        <source>&amp;Wipe</source>
        <translation>&amp;Wischen</translation>
    </message>
    <message>
        <source>Shows A over the left part of the chosen clip, up to a divider that you move.</source>
        <translation>Zeigt A über dem linken Teil des gewählten Clips, bis zu einer Trennlinie, die Sie verschieben.</translation>
    </message>
    <message>
        <source>Move the divider to the left</source>
        <translation>Trennlinie nach links verschieben</translation>
    </message>
    <message>
        <source>Shows less of A and more of the chosen clip.</source>
        <translation>Zeigt weniger von A und mehr vom gewählten Clip.</translation>
    </message>
    <message>
        <source>Move the divider to the right</source>
        <translation>Trennlinie nach rechts verschieben</translation>
    </message>
    <message>
        <source>Shows more of A and less of the chosen clip.</source>
        <translation>Zeigt mehr von A und weniger vom gewählten Clip.</translation>
    </message>
    <message>
        <source>There is no clip to compare with.</source>
        <translation>Es gibt keinen Clip zum Vergleichen.</translation>
    </message>
    <message>
        <source>Opening…</source>
        <translation>Wird geöffnet…</translation>
    </message>
    <message>
        <source>A: %1</source>
        <translation>A: %1</translation>
    </message>
    <message>
        <source>B: %1</source>
        <translation>B: %1</translation>
    </message>
    <message>
        <source>A has %1 frames and B has %2: A stays at its last one.</source>
        <translation>A hat %1 Frames und B hat %2: A bleibt beim letzten stehen.</translation>
    </message>
    <message>
        <source>A has %1 frames and B has %2: only the first %2 of A are shown.</source>
        <translation>A hat %1 Frames und B hat %2: Von A werden nur die ersten %2 gezeigt.</translation>
    </message>
    <message>
        <source>A and B are the same clip.</source>
        <translation>A und B sind derselbe Clip.</translation>
    </message>
</context>
<context>
    <name>CompareView</name>
    <message>
        <source>Picture: %1</source>
        <translation>Bild: %1</translation>
    </message>
    <message>
        <source>Pictures: %1, %2</source>
        <translation>Bilder: %1, %2</translation>
    </message>
    <message>
        <source>Drag the divider, or move it with the arrow keys.</source>
        <translation>Die Trennlinie ziehen oder mit den Pfeiltasten verschieben.</translation>
    </message>
</context>
<context>
    <name>DatasetPage</name>
    <message>
        <source>Dataset</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>Bring in videos, caption and cut them, and see what the model will see of them.</source>
        <translation>Videos hinzufügen, beschreiben und schneiden und sehen, was das Modell von ihnen sehen wird.</translation>
    </message>
    <message>
        <source>No project is open. Clips and captions are kept in a project: a folder with a database; your videos stay where they are.</source>
        <translation>Es ist kein Projekt geöffnet. Clips und Beschreibungen liegen in einem Projekt: einem Ordner mit einer Datenbank; Ihre Videos bleiben, wo sie sind.</translation>
    </message>
    <message>
        <source>No clips yet. Drop videos, pictures, folders or lists (prompts.txt, metadata.csv, metadata.jsonl) here.</source>
        <translation>Noch keine Clips. Ziehen Sie Videos, Bilder, Ordner oder Listen (prompts.txt, metadata.csv, metadata.jsonl) hierher.</translation>
    </message>
    <message>
        <source>&amp;Add files…</source>
        <translation>Dateien &amp;hinzufügen…</translation>
    </message>
    <message>
        <source>Imports videos, pictures and lists; the files stay where they are.</source>
        <translation>Importiert Videos, Bilder und Listen; die Dateien bleiben, wo sie sind.</translation>
    </message>
    <message>
        <source>Add a &amp;folder…</source>
        <translation>&amp;Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>Imports what a folder and the folders in it hold, with lists and captions beside the videos.</source>
        <translation>Importiert den Inhalt eines Ordners und seiner Unterordner, mit Listen und Beschreibungen neben den Videos.</translation>
    </message>
    <message>
        <source>&amp;Import a dataset…</source>
        <translation>Datensatz &amp;importieren…</translation>
    </message>
    <message>
        <source>Reads a dataset that others made, in the layout that you say.</source>
        <translation>Liest einen fremden Datensatz in dem Layout, das Sie angeben.</translation>
    </message>
    <message>
        <source>&amp;Export clips…</source>
        <translation>Clips e&amp;xportieren…</translation>
    </message>
    <message>
        <source>Writes the clips in a layout that other programs read.</source>
        <translation>Schreibt die Clips in einem Layout, das andere Programme lesen.</translation>
    </message>
    <message>
        <source>&amp;Train on this</source>
        <translation>Hier&amp;mit trainieren</translation>
    </message>
    <message>
        <source>Freezes the clips as they are in their buckets, and goes to the settings of a run.</source>
        <translation>Friert die Clips ein, wie sie in ihren Buckets sind, und geht zu den Einstellungen eines Laufs.</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>Takes back the last change of the project, also one of a former session.</source>
        <translation>Macht die letzte Änderung am Projekt rückgängig, auch eine aus einer früheren Sitzung.</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Makes an undone change again.</source>
        <translation>Führt eine rückgängig gemachte Änderung wieder aus.</translation>
    </message>
    <message>
        <source>Clip and buckets</source>
        <translation>Clip und Buckets</translation>
    </message>
    <message>
        <source>Clip</source>
        <translation>Clip</translation>
    </message>
    <message>
        <source>Buckets</source>
        <translation>Buckets</translation>
    </message>
    <message>
        <source>&amp;Next without caption</source>
        <translation>Nächste&amp;r ohne Beschreibung</translation>
    </message>
    <message>
        <source>Goes to the next clip of the list that has no caption.</source>
        <translation>Geht zum nächsten Clip der Liste, der keine Beschreibung hat.</translation>
    </message>
    <message>
        <source>Find and &amp;replace in captions…</source>
        <translation>Suchen un&amp;d Ersetzen in Beschreibungen…</translation>
    </message>
    <message>
        <source>Changes many captions at once, after showing how.</source>
        <translation>Ändert viele Beschreibungen auf einmal und zeigt vorher, wie.</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>Choose the model&apos;s folder</source>
        <translation>Modellordner wählen</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>&amp;Rückgängig: %1</translation>
    </message>
    <message>
        <source>&amp;Redo: %1</source>
        <translation>&amp;Wiederholen: %1</translation>
    </message>
    <message>
        <source>Add clips</source>
        <translation>Clips hinzufügen</translation>
    </message>
    <message>
        <source>Videos, pictures and lists</source>
        <translation>Videos, Bilder und Listen</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Alle Dateien</translation>
    </message>
    <message>
        <source>Add a folder of clips</source>
        <translation>Ordner mit Clips hinzufügen</translation>
    </message>
    <message>
        <source>Import %1</source>
        <translation>%1 importieren</translation>
    </message>
    <message numerus="yes">
        <source>Import %n files</source>
        <translation>
            <numerusform>%n Datei importieren</numerusform>
            <numerusform>%n Dateien importieren</numerusform>
        </translation>
    </message>
    <message>
        <source>Export clips</source>
        <translation>Clips exportieren</translation>
    </message>
    <message numerus="yes">
        <source>%n clips imported</source>
        <translation>
            <numerusform>%n Clip importiert</numerusform>
            <numerusform>%n Clips importiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n were there</source>
        <translation>
            <numerusform>%n schon vorhanden</numerusform>
            <numerusform>%n schon vorhanden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rows not imported</source>
        <translation>
            <numerusform>%n Zeile nicht importiert</numerusform>
            <numerusform>%n Zeilen nicht importiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips exported</source>
        <translation>
            <numerusform>%n Clip exportiert</numerusform>
            <numerusform>%n Clips exportiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips not exported, or not wholly</source>
        <translation>
            <numerusform>%n Clip nicht oder nicht ganz exportiert</numerusform>
            <numerusform>%n Clips nicht oder nicht ganz exportiert</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DeviceCheckModel</name>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>When the check ended</source>
        <translation>Wann die Prüfung endete</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>What the maker calls the device</source>
        <translation>Bezeichnung des Herstellers</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Number format of the matrices</source>
        <translation>Zahlenformat der Matrizen</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Speed of a large matrix product: what training mostly waits for</source>
        <translation>Geschwindigkeit eines großen Matrixprodukts: darauf wartet das Training meistens</translation>
    </message>
    <message>
        <source>Matrix product</source>
        <translation>Matrixprodukt</translation>
    </message>
    <message>
        <source>Bytes read and written in the device&apos;s own memory</source>
        <translation>Im eigenen Speicher des Geräts gelesene und geschriebene Bytes</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>From the computer&apos;s memory to the GPU: what block streaming waits for</source>
        <translation>Vom Arbeitsspeicher zur GPU: darauf wartet das blockweise Nachladen</translation>
    </message>
    <message>
        <source>Upload</source>
        <translation>Übertragung</translation>
    </message>
    <message>
        <source>Largest error of the product against 64-bit arithmetic, relative to its row</source>
        <translation>Größter Fehler des Produkts gegenüber 64-Bit-Rechnung, bezogen auf seine Zeile</translation>
    </message>
    <message>
        <source>Largest error</source>
        <translation>Größter Fehler</translation>
    </message>
</context>
<context>
    <name>DeviceCheckPage</name>
    <message>
        <source>Device check</source>
        <translation>Geräteprüfung</translation>
    </message>
    <message>
        <source>Multiplies large matrices and copies memory on each device, and compares the product with exact arithmetic.</source>
        <translation>Multipliziert auf jedem Gerät große Matrizen, kopiert Speicher und vergleicht das Produkt mit exakter Rechnung.</translation>
    </message>
    <message>
        <source>Check the &amp;devices</source>
        <translation>&amp;Geräte prüfen</translation>
    </message>
    <message>
        <source>Measures the speed of each device; takes some seconds.</source>
        <translation>Misst die Geschwindigkeit jedes Geräts; dauert einige Sekunden.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Results of this session</source>
        <translation>Ergebnisse dieser Sitzung</translation>
    </message>
    <message>
        <source>No results yet. A check takes some seconds.</source>
        <translation>Noch keine Ergebnisse. Eine Prüfung dauert einige Sekunden.</translation>
    </message>
    <message>
        <source>Cancel the device check</source>
        <translation>Geräteprüfung abbrechen</translation>
    </message>
    <message>
        <source>Progress of the device check</source>
        <translation>Fortschritt der Geräteprüfung</translation>
    </message>
    <message>
        <source>The engine is not ready.</source>
        <translation>Die Engine ist nicht bereit.</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
</context>
<context>
    <name>EncodingRow</name>
    <message>
        <source>E&amp;ncode now</source>
        <translation>&amp;Jetzt kodieren</translation>
    </message>
    <message>
        <source>Encodes clips and captions once, so that training begins at once. Only what changed is made.</source>
        <translation>Kodiert Clips und Beschreibungen vorab, damit das Training sofort beginnt. Nur Geändertes wird neu erzeugt.</translation>
    </message>
    <message numerus="yes">
        <source>All %n samples are encoded.</source>
        <translation>
            <numerusform>%n Sample ist kodiert.</numerusform>
            <numerusform>Alle %n Samples sind kodiert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>To be encoded: %1 of %n samples</source>
        <translation>
            <numerusform>Zu kodieren: %1 von %n Sample</numerusform>
            <numerusform>Zu kodieren: %1 von %n Samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n captions.</source>
        <translation>
            <numerusform>%n Beschreibung.</numerusform>
            <numerusform>%n Beschreibungen.</numerusform>
        </translation>
    </message>
    <message>
        <source>The engine is not ready.</source>
        <translation>Die Engine ist nicht bereit.</translation>
    </message>
    <message>
        <source>Choose a model&apos;s folder first: its networks encode.</source>
        <translation>Zuerst einen Modellordner wählen: Seine Netze kodieren.</translation>
    </message>
    <message>
        <source>Encode clips and captions</source>
        <translation>Clips und Beschreibungen kodieren</translation>
    </message>
</context>
<context>
    <name>ExportBar</name>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Cancel the export</source>
        <translation>Export abbrechen</translation>
    </message>
    <message>
        <source>Open its folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Dismiss this message</source>
        <translation>Meldung schließen</translation>
    </message>
    <message>
        <source>Exported: %1</source>
        <translation>Exportiert: %1</translation>
    </message>
    <message>
        <source>The export was cancelled.</source>
        <translation>Der Export wurde abgebrochen.</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export clips</source>
        <translation>Clips exportieren</translation>
    </message>
    <message>
        <source>Name the videos where they are</source>
        <translation>Auf die Videos an ihrem Ort verweisen</translation>
    </message>
    <message>
        <source>Write each sample as a file: cut, cropped and resized</source>
        <translation>Jedes Sample als Datei schreiben: geschnitten, beschnitten und skaliert</translation>
    </message>
    <message>
        <source>All clips</source>
        <translation>Alle Clips</translation>
    </message>
    <message>
        <source>Those that pass “%1”</source>
        <translation>Passende zu „%1“</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>&amp;Ordner</translation>
    </message>
    <message>
        <source>Choose a folder to export to</source>
        <translation>Zielordner für den Export wählen</translation>
    </message>
    <message>
        <source>An empty folder, or one that does not exist yet.</source>
        <translation>Ein leerer Ordner oder einer, den es noch nicht gibt.</translation>
    </message>
    <message>
        <source>&amp;Layout</source>
        <translation>&amp;Layout</translation>
    </message>
    <message>
        <source>How captions and videos are kept together.</source>
        <translation>Wie Beschreibungen und Videos einander zugeordnet sind.</translation>
    </message>
    <message>
        <source>&amp;Videos</source>
        <translation>&amp;Videos</translation>
    </message>
    <message>
        <source>Whether the clips are written as files of their own.</source>
        <translation>Ob die Clips als eigene Dateien geschrieben werden.</translation>
    </message>
    <message>
        <source>&amp;Clips</source>
        <translation>&amp;Clips</translation>
    </message>
    <message>
        <source>Which clips are exported.</source>
        <translation>Welche Clips exportiert werden.</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
</context>
<context>
    <name>GalleryPage</name>
    <message>
        <source>Gallery</source>
        <translation>Galerie</translation>
    </message>
    <message>
        <source>See what each step of a run makes of its prompts, beside what the model made before training.</source>
        <translation>Sehen Sie, was jeder Schritt eines Laufs aus seinen Prompts macht, neben dem, was das Modell vor dem Training daraus machte.</translation>
    </message>
    <message>
        <source>Set as &amp;A</source>
        <translation>Als &amp;A setzen</translation>
    </message>
    <message>
        <source>Compares all other clips with the chosen one: with its step, where they share the prompt.</source>
        <translation>Vergleicht alle anderen Clips mit dem gewählten: mit seinem Schritt, wo sie denselben Prompt haben.</translation>
    </message>
    <message>
        <source>&amp;Reset A</source>
        <translation>A auf&amp;heben</translation>
    </message>
    <message>
        <source>Compares each clip with the one of its prompt before training again.</source>
        <translation>Vergleicht jeden Clip wieder mit dem seines Prompts vor dem Training.</translation>
    </message>
    <message>
        <source>&amp;Validate now</source>
        <translation>Jetzt &amp;validieren</translation>
    </message>
    <message>
        <source>Lets the running job make clips after its current step.</source>
        <translation>Lässt den laufenden Auftrag nach dem aktuellen Schritt Clips erzeugen.</translation>
    </message>
    <message>
        <source>&amp;Export clip…</source>
        <translation>Clip e&amp;xportieren…</translation>
    </message>
    <message>
        <source>Writes the chosen clip as MP4, GIF or PNG pictures.</source>
        <translation>Schreibt den gewählten Clip als MP4, GIF oder PNG-Bilder.</translation>
    </message>
    <message>
        <source>Export the clip</source>
        <translation>Clip exportieren</translation>
    </message>
    <message>
        <source>Export &amp;comparison…</source>
        <translation>Vergleich ex&amp;portieren…</translation>
    </message>
    <message>
        <source>Writes A and the chosen clip side by side as one clip.</source>
        <translation>Schreibt A und den gewählten Clip nebeneinander als einen Clip.</translation>
    </message>
    <message>
        <source>Export the comparison</source>
        <translation>Vergleich exportieren</translation>
    </message>
    <message>
        <source>A and B</source>
        <translation>A und B</translation>
    </message>
    <message>
        <source>Contact &amp;sheet…</source>
        <translation>&amp;Kontaktbogen…</translation>
    </message>
    <message>
        <source>Writes the middle frames of all clips of the run as one picture.</source>
        <translation>Schreibt die mittleren Frames aller Clips des Laufs als ein Bild.</translation>
    </message>
    <message>
        <source>Export a contact sheet</source>
        <translation>Kontaktbogen exportieren</translation>
    </message>
    <message>
        <source>all clips</source>
        <translation>alle Clips</translation>
    </message>
    <message>
        <source>R&amp;un</source>
        <translation>La&amp;uf</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Whose clips are shown. The newest run is the first one.</source>
        <translation>Wessen Clips gezeigt werden. Der neueste Lauf steht an erster Stelle.</translation>
    </message>
    <message>
        <source>Clips</source>
        <translation>Clips</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>The file of this clip is gone.</source>
        <translation>Die Datei dieses Clips fehlt.</translation>
    </message>
    <message>
        <source>No clip of this prompt at this step.</source>
        <translation>Kein Clip dieses Prompts bei diesem Schritt.</translation>
    </message>
    <message>
        <source>This run made no clips before training, so A is its first one. “Validate before the training”, in a new run&apos;s settings, makes them.</source>
        <translation>Dieser Lauf hat vor dem Training keine Clips erzeugt, daher ist A sein erster. „Vor dem Training validieren“ in den Einstellungen eines neuen Laufs erzeugt sie.</translation>
    </message>
    <message>
        <source>No project is open. The clips of a project&apos;s runs are compared here.</source>
        <translation>Kein Projekt ist offen. Hier werden die Clips der Läufe eines Projekts verglichen.</translation>
    </message>
    <message>
        <source>No run yet. The clips that a run makes while it trains appear here.</source>
        <translation>Noch kein Lauf. Hier erscheinen die Clips, die ein Lauf während des Trainings macht.</translation>
    </message>
</context>
<context>
    <name>GalleryText</name>
    <message>
        <source>None: the model as it was</source>
        <translation>Ohne: das Modell, wie es war</translation>
    </message>
    <message>
        <source>Not kept</source>
        <translation>Nicht aufbewahrt</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>First frame</source>
        <translation>Erster Frame</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>Denoising steps</source>
        <translation>Entrauschschritte</translation>
    </message>
    <message>
        <source>Guidance</source>
        <translation>Guidance</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>%1 × %2, %3 frames at %4 fps</source>
        <translation>%1 × %2, %3 Frames mit %4 fps</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>LoRA</source>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Rank and alpha</source>
        <translation>Rang und Alpha</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>Averaged weights</source>
        <translation>Gemittelte Gewichte</translation>
    </message>
    <message>
        <source>Yes, decay %1</source>
        <translation>Ja, Abklingfaktor %1</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Hash of the file</source>
        <translation>Hash der Datei</translation>
    </message>
    <message>
        <source>Before training there is no LoRA: this is what the model does by itself.</source>
        <translation>Vor dem Training gibt es kein LoRA: Das macht das Modell von sich aus.</translation>
    </message>
    <message>
        <source>The checkpoint of this step is not kept. “Checkpoints kept” in the run&apos;s settings says how many are.</source>
        <translation>Der Checkpoint dieses Schritts ist nicht aufbewahrt. „Aufbewahrte Checkpoints“ in den Einstellungen des Laufs legt fest, wie viele es sind.</translation>
    </message>
    <message>
        <source>A checkpoint of a full fine-tune only serves to go on training. Its result is a model that can be used.</source>
        <translation>Ein Checkpoint eines vollständigen Fine-Tunings dient nur zum Weitertrainieren. Sein Ergebnis ist ein Modell, das sich benutzen lässt.</translation>
    </message>
    <message>
        <source>This run has no validation prompts, so it makes no clips. Give a new run some under “Validation”, and turn on “Validate before the training” there to see what the model does by itself, too.</source>
        <translation>Dieser Lauf hat keine Validierungsprompts und erzeugt daher keine Clips. Geben Sie einem neuen Lauf welche unter „Validierung“ und schalten Sie dort „Vor dem Training validieren“ ein, um auch zu sehen, was das Modell von sich aus macht.</translation>
    </message>
    <message>
        <source>This run makes clips every %1 steps and at its end; it has not come that far, or was stopped before. “Validate before the training” in a run&apos;s settings makes some before its first step.</source>
        <translation>Dieser Lauf erzeugt alle %1 Schritte und an seinem Ende Clips; so weit ist er noch nicht, oder er wurde vorher angehalten. „Vor dem Training validieren“ in den Einstellungen eines Laufs erzeugt welche vor seinem ersten Schritt.</translation>
    </message>
    <message>
        <source>MP4 (*.mp4)</source>
        <translation>MP4 (*.mp4)</translation>
    </message>
    <message>
        <source>GIF (*.gif)</source>
        <translation>GIF (*.gif)</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>Bild (*.png)</translation>
    </message>
    <message>
        <source>Folder of PNG pictures (*)</source>
        <translation>Ordner mit PNG-Bildern (*)</translation>
    </message>
    <message>
        <source>Before training</source>
        <translation>Vor dem Training</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>No prompt</source>
        <translation>Kein Prompt</translation>
    </message>
    <message>
        <source>%1 (seed %2)</source>
        <translation>%1 (Seed %2)</translation>
    </message>
</context>
<context>
    <name>GenerateForm</name>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>LoRAs</source>
        <translation>LoRAs</translation>
    </message>
</context>
<context>
    <name>GeneratePage</name>
    <message>
        <source>Generate</source>
        <translation>Generieren</translation>
    </message>
    <message>
        <source>Make clips from text or a first picture, with a model and its LoRAs.</source>
        <translation>Erzeugen Sie Clips aus Text oder einem ersten Bild, mit einem Modell und seinen LoRAs.</translation>
    </message>
    <message>
        <source>The clip appears here while it is made.</source>
        <translation>Der Clip erscheint hier, während er entsteht.</translation>
    </message>
    <message>
        <source>&amp;Generate</source>
        <translation>&amp;Generieren</translation>
    </message>
    <message>
        <source>Puts the clip into the queue; it is made when its turn comes.</source>
        <translation>Reiht den Clip in die Auftragsliste ein; er entsteht, wenn er an der Reihe ist.</translation>
    </message>
    <message>
        <source>&amp;Last seed</source>
        <translation>&amp;Letzter Seed</translation>
    </message>
    <message>
        <source>Takes the seed of the last clip again.</source>
        <translation>Nimmt wieder den Seed des letzten Clips.</translation>
    </message>
    <message>
        <source>&amp;Cancel clip</source>
        <translation>Clip &amp;abbrechen</translation>
    </message>
    <message>
        <source>Ends the clip that is being made, or takes the next one out of the queue.</source>
        <translation>Beendet den Clip, der gerade entsteht, oder nimmt den nächsten aus der Auftragsliste.</translation>
    </message>
    <message>
        <source>Live &amp;preview</source>
        <translation>Live-&amp;Vorschau</translation>
    </message>
    <message>
        <source>Shows the clip that is being made again.</source>
        <translation>Zeigt wieder den Clip, der gerade entsteht.</translation>
    </message>
    <message>
        <source>&amp;Decode in tiles</source>
        <translation>In &amp;Kacheln dekodieren</translation>
    </message>
    <message>
        <source>Decodes the denoised clip once more, in tiles, which takes much less memory.</source>
        <translation>Dekodiert den entrauschten Clip noch einmal, in Kacheln, was viel weniger Speicher braucht.</translation>
    </message>
    <message>
        <source>Settings of the clip</source>
        <translation>Einstellungen des Clips</translation>
    </message>
    <message>
        <source>Dismiss this message</source>
        <translation>Meldung schließen</translation>
    </message>
    <message>
        <source>Progress of the clip</source>
        <translation>Fortschritt des Clips</translation>
    </message>
    <message>
        <source>The form has the clip&apos;s recipe.</source>
        <translation>Das Formular hat das Rezept des Clips.</translation>
    </message>
    <message>
        <source>The engine is being loaded…</source>
        <translation>Engine wird geladen…</translation>
    </message>
    <message>
        <source>No clip can be made without the engine.</source>
        <translation>Ohne die Engine kann kein Clip erzeugt werden.</translation>
    </message>
    <message numerus="yes">
        <source>%n clips queued.</source>
        <translation>
            <numerusform>%n Clip eingereiht.</numerusform>
            <numerusform>%n Clips eingereiht.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>“%1” runs first</source>
        <translation>„%1“ läuft zuerst</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>HealthStrip</name>
    <message>
        <source>State of the clips</source>
        <translation>Zustand der Clips</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>No caption</source>
        <translation>Ohne Beschreibung</translation>
    </message>
    <message>
        <source>Too short</source>
        <translation>Zu kurz</translation>
    </message>
    <message>
        <source>Wrong fps</source>
        <translation>Falsche Bildrate</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>Beschädigt</translation>
    </message>
    <message>
        <source>File missing</source>
        <translation>Datei fehlt</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Doppelt</translation>
    </message>
    <message>
        <source>All clips of the project.</source>
        <translation>Alle Clips des Projekts.</translation>
    </message>
    <message>
        <source>Clips without a caption.</source>
        <translation>Clips ohne Beschreibung.</translation>
    </message>
    <message>
        <source>Videos with fewer frames than the smallest bucket takes, or than the model takes.</source>
        <translation>Videos mit weniger Frames, als der kleinste Bucket oder das Modell braucht.</translation>
    </message>
    <message>
        <source>Videos whose motion would be faster or slower than the model knows it; set a frame rate to resample them.</source>
        <translation>Videos, deren Bewegungen schneller oder langsamer wären, als das Modell sie kennt; eine festgelegte Bildrate rechnet sie um.</translation>
    </message>
    <message>
        <source>Clips of files that can be decoded only in part.</source>
        <translation>Clips aus Dateien, die sich nur teilweise dekodieren lassen.</translation>
    </message>
    <message>
        <source>Clips whose file is not where it was.</source>
        <translation>Clips, deren Datei nicht mehr an ihrem Ort ist.</translation>
    </message>
    <message>
        <source>Clips that look like another one.</source>
        <translation>Clips, die wie ein anderer aussehen.</translation>
    </message>
</context>
<context>
    <name>HistoryPanel</name>
    <message>
        <source>No clips yet. What you make appears here, with its recipe.</source>
        <translation>Noch keine Clips. Was Sie erzeugen, erscheint hier mit seinem Rezept.</translation>
    </message>
    <message>
        <source>Clips that were made</source>
        <translation>Erzeugte Clips</translation>
    </message>
    <message>
        <source>The newest first. Enter plays a clip.</source>
        <translation>Die neuesten zuerst. Die Eingabetaste spielt einen Clip ab.</translation>
    </message>
    <message>
        <source>Clips</source>
        <translation>Clips</translation>
    </message>
    <message>
        <source>&amp;Use this recipe</source>
        <translation>&amp;Rezept übernehmen</translation>
    </message>
    <message>
        <source>Fills the form with what the selected clip was made of, its seed too.</source>
        <translation>Füllt das Formular mit dem, woraus der ausgewählte Clip entstand, auch mit seinem Seed.</translation>
    </message>
    <message>
        <source>&amp;Show in file manager</source>
        <translation>Im &amp;Dateimanager zeigen</translation>
    </message>
    <message>
        <source>Shows the selected clip&apos;s file in the file manager.</source>
        <translation>Zeigt die Datei des ausgewählten Clips im Dateimanager.</translation>
    </message>
    <message>
        <source>&amp;Move to trash…</source>
        <translation>In den &amp;Papierkorb…</translation>
    </message>
    <message>
        <source>Moves the selected clip to the trash, with the files that belong to it.</source>
        <translation>Verschiebt den ausgewählten Clip in den Papierkorb, mit den Dateien, die zu ihm gehören.</translation>
    </message>
    <message>
        <source>Move to trash?</source>
        <translation>In den Papierkorb?</translation>
    </message>
    <message>
        <source>The clip “%1” goes to the trash.</source>
        <translation>Der Clip „%1“ kommt in den Papierkorb.</translation>
    </message>
    <message>
        <source>From there it can be brought back.</source>
        <translation>Von dort lässt er sich zurückholen.</translation>
    </message>
    <message>
        <source>&amp;Move to trash</source>
        <translation>In den &amp;Papierkorb</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>prompts.txt and videos.txt, line by line</source>
        <translation>prompts.txt und videos.txt, Zeile für Zeile</translation>
    </message>
    <message>
        <source>A text file beside each video</source>
        <translation>Eine Textdatei neben jedem Video</translation>
    </message>
    <message>
        <source>metadata.csv</source>
        <translation>metadata.csv</translation>
    </message>
    <message>
        <source>metadata.jsonl</source>
        <translation>metadata.jsonl</translation>
    </message>
    <message>
        <source>Import a dataset</source>
        <translation>Datensatz importieren</translation>
    </message>
    <message>
        <source>What is there</source>
        <translation>Was vorhanden ist</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>&amp;Ordner</translation>
    </message>
    <message>
        <source>Choose the dataset&apos;s folder</source>
        <translation>Ordner des Datensatzes wählen</translation>
    </message>
    <message>
        <source>The dataset&apos;s folder, or one of its lists.</source>
        <translation>Der Ordner des Datensatzes oder eine seiner Listen.</translation>
    </message>
    <message>
        <source>&amp;Layout</source>
        <translation>&amp;Layout</translation>
    </message>
    <message>
        <source>How captions and videos are kept together.</source>
        <translation>Wie Beschreibungen und Videos einander zugeordnet sind.</translation>
    </message>
    <message>
        <source>&amp;Caption column</source>
        <translation>Spalte der &amp;Beschreibung</translation>
    </message>
    <message>
        <source>Of a table, or the file name of the list of captions. Empty: the usual names.</source>
        <translation>In einer Tabelle, oder der Dateiname der Liste mit den Beschreibungen. Leer: die üblichen Namen.</translation>
    </message>
    <message>
        <source>&amp;Video column</source>
        <translation>Spalte des &amp;Videos</translation>
    </message>
    <message>
        <source>Of a table, or the file name of the list of videos. Empty: the usual names.</source>
        <translation>In einer Tabelle, oder der Dateiname der Liste mit den Videos. Leer: die üblichen Namen.</translation>
    </message>
    <message>
        <source>Videos are &amp;in</source>
        <translation>Videos liegen &amp;in</translation>
    </message>
    <message>
        <source>Choose the videos&apos; folder</source>
        <translation>Ordner der Videos wählen</translation>
    </message>
    <message>
        <source>Where relative paths of lists begin. Empty: at the list&apos;s own folder.</source>
        <translation>Wo relative Pfade in Listen beginnen. Leer: im Ordner der Liste.</translation>
    </message>
    <message>
        <source>Caption &amp;extension</source>
        <translation>&amp;Endung der Beschreibungen</translation>
    </message>
    <message>
        <source>Of text files beside videos.</source>
        <translation>Von Textdateien neben Videos.</translation>
    </message>
    <message>
        <source>Least f&amp;rames</source>
        <translation>&amp;Mindestzahl Frames</translation>
    </message>
    <message>
        <source>Shorter videos are left out.</source>
        <translation>Kürzere Videos werden ausgelassen.</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
</context>
<context>
    <name>InterruptedCard</name>
    <message>
        <source>step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>paused at %1</source>
        <translation>pausiert bei %1</translation>
    </message>
    <message>
        <source>broken off, saved at %1</source>
        <translation>unterbrochen, gespeichert bei %1</translation>
    </message>
    <message>
        <source>Interrupted runs</source>
        <translation>Unterbrochene Läufe</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Resume the run %1</source>
        <translation>Den Lauf %1 fortsetzen</translation>
    </message>
    <message>
        <source>Goes on from its newest checkpoint.</source>
        <translation>Macht von seinem neuesten Checkpoint aus weiter.</translation>
    </message>
    <message>
        <source>The engine is not ready.</source>
        <translation>Die Engine ist nicht bereit.</translation>
    </message>
    <message>
        <source>Do not offer the run %1 any more</source>
        <translation>Den Lauf %1 nicht mehr anbieten</translation>
    </message>
    <message>
        <source>Do not offer this run here any more; it stays as it is.</source>
        <translation>Diesen Lauf hier nicht mehr anbieten; er bleibt, wie er ist.</translation>
    </message>
</context>
<context>
    <name>JobDock</name>
    <message>
        <source>Jobs</source>
        <translation>Aufträge</translation>
    </message>
    <message>
        <source>No jobs yet. Long work, such as a device check, waits and runs here.</source>
        <translation>Noch keine Aufträge. Längere Arbeiten, etwa eine Geräteprüfung, warten und laufen hier.</translation>
    </message>
    <message>
        <source>Job commands</source>
        <translation>Auftragsbefehle</translation>
    </message>
    <message>
        <source>Cancel r&amp;unning job</source>
        <translation>&amp;Laufenden Auftrag abbrechen</translation>
    </message>
    <message>
        <source>Ends the running job without saving.</source>
        <translation>Beendet den laufenden Auftrag, ohne zu speichern.</translation>
    </message>
    <message>
        <source>&amp;Cancel job</source>
        <translation>Auftrag &amp;abbrechen</translation>
    </message>
    <message>
        <source>Ends the selected job, or the running one, without saving.</source>
        <translation>Beendet den ausgewählten oder den laufenden Auftrag, ohne zu speichern.</translation>
    </message>
    <message>
        <source>&amp;Hold</source>
        <translation>Zu&amp;rückhalten</translation>
    </message>
    <message>
        <source>Keeps a waiting job from starting until it is resumed.</source>
        <translation>Lässt einen wartenden Auftrag erst beginnen, wenn er fortgesetzt wird.</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>Lets a held job start, or goes on with an ended one from its newest checkpoint.</source>
        <translation>Gibt einen zurückgehaltenen Auftrag frei oder führt einen beendeten von seinem neuesten Checkpoint aus weiter.</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pause</translation>
    </message>
    <message>
        <source>Writes a checkpoint and frees the device; the next job runs.</source>
        <translation>Schreibt einen Checkpoint und gibt das Gerät frei; der nächste Auftrag läuft.</translation>
    </message>
    <message>
        <source>&amp;Stop and save</source>
        <translation>Beenden und &amp;speichern</translation>
    </message>
    <message>
        <source>Writes a checkpoint and the result so far, then ends the job.</source>
        <translation>Schreibt einen Checkpoint und das bisherige Ergebnis und beendet dann den Auftrag.</translation>
    </message>
    <message>
        <source>Chec&amp;kpoint now</source>
        <translation>Jetzt Chec&amp;kpoint schreiben</translation>
    </message>
    <message>
        <source>Writes a checkpoint and goes on.</source>
        <translation>Schreibt einen Checkpoint und läuft weiter.</translation>
    </message>
    <message>
        <source>&amp;Validate now</source>
        <translation>Jetzt &amp;validieren</translation>
    </message>
    <message>
        <source>Makes the validation clips now and goes on.</source>
        <translation>Erzeugt jetzt die Validierungsclips und läuft weiter.</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>Nach &amp;oben</translation>
    </message>
    <message>
        <source>Runs the selected waiting job earlier. Dragging its row does the same.</source>
        <translation>Führt den ausgewählten wartenden Auftrag früher aus. Ziehen der Zeile bewirkt dasselbe.</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation>Nach &amp;unten</translation>
    </message>
    <message>
        <source>Runs the selected waiting job later. Dragging its row does the same.</source>
        <translation>Führt den ausgewählten wartenden Auftrag später aus. Ziehen der Zeile bewirkt dasselbe.</translation>
    </message>
    <message>
        <source>Re&amp;move from list</source>
        <translation>Aus der Liste &amp;entfernen</translation>
    </message>
    <message>
        <source>Forgets the selected job; what it made stays.</source>
        <translation>Vergisst den ausgewählten Auftrag; was er erzeugt hat, bleibt.</translation>
    </message>
    <message>
        <source>C&amp;lear ended jobs</source>
        <translation>&amp;Beendete Aufträge entfernen</translation>
    </message>
    <message>
        <source>Forgets all jobs that have ended; what they made stays.</source>
        <translation>Vergisst alle beendeten Aufträge; was sie erzeugt haben, bleibt.</translation>
    </message>
    <message>
        <source>&amp;Fit and resume</source>
        <translation>An&amp;passen und fortsetzen</translation>
    </message>
    <message>
        <source>Goes on with a run that ran out of memory, with settings that fit what is free now.</source>
        <translation>Setzt einen Lauf, dem der Speicher ausging, mit Einstellungen fort, die in den jetzt freien Speicher passen.</translation>
    </message>
    <message>
        <source>Time left in all</source>
        <translation>Restzeit insgesamt</translation>
    </message>
    <message>
        <source>Pause &amp;after this job</source>
        <translation>N&amp;ach diesem Auftrag anhalten</translation>
    </message>
    <message>
        <source>Lets the running job go on to its end and starts no other one until this is switched off.</source>
        <translation>Lässt den laufenden Auftrag zu Ende gehen und beginnt keinen weiteren, bis dies ausgeschaltet wird.</translation>
    </message>
    <message>
        <source>Paused after this job</source>
        <translation>Nach diesem Auftrag angehalten</translation>
    </message>
    <message>
        <source>%1 left in all</source>
        <translation>noch %1 insgesamt</translation>
    </message>
    <message numerus="yes">
        <source>%n jobs of unknown length</source>
        <translation>
            <numerusform>%n Auftrag unbekannter Dauer</numerusform>
            <numerusform>%n Aufträge unbekannter Dauer</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>JobListModel</name>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>took %1</source>
        <translation>dauerte %1</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Auftrag</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>etwa %1</translation>
    </message>
</context>
<context>
    <name>LeftJobsCard</name>
    <message>
        <source>Jobs of the last session</source>
        <translation>Aufträge der letzten Sitzung</translation>
    </message>
    <message>
        <source>was running</source>
        <translation>lief</translation>
    </message>
    <message>
        <source>was waiting</source>
        <translation>wartete</translation>
    </message>
    <message>
        <source>Add again</source>
        <translation>Wieder hinzufügen</translation>
    </message>
    <message>
        <source>Queue %1 again</source>
        <translation>%1 wieder in die Warteschlange stellen</translation>
    </message>
    <message>
        <source>Puts the job into the queue again.</source>
        <translation>Stellt den Auftrag wieder in die Warteschlange.</translation>
    </message>
    <message>
        <source>The engine is not ready.</source>
        <translation>Die Engine ist nicht bereit.</translation>
    </message>
    <message>
        <source>Forget %1</source>
        <translation>%1 vergessen</translation>
    </message>
    <message>
        <source>Forgets this job; what it made stays.</source>
        <translation>Vergisst diesen Auftrag; was er gemacht hat, bleibt.</translation>
    </message>
</context>
<context>
    <name>LibraryDetails</name>
    <message>
        <source>%1 billion</source>
        <translation>%1 Mrd.</translation>
    </message>
    <message>
        <source>%1 million</source>
        <translation>%1 Mio.</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more.</source>
        <translation>
            <numerusform>… und %n weiterer.</numerusform>
            <numerusform>… und %n weitere.</numerusform>
        </translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Made for</source>
        <translation>Gemacht für</translation>
    </message>
    <message>
        <source>%1 at %2 fps</source>
        <translation>%1 mit %2 fps</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message numerus="yes">
        <source>%n tokens</source>
        <translation>
            <numerusform>%n Token</numerusform>
            <numerusform>%n Token</numerusform>
        </translation>
    </message>
    <message>
        <source>Transformer</source>
        <translation>Transformer</translation>
    </message>
    <message numerus="yes">
        <source>%n blocks, %1 wide</source>
        <translation>
            <numerusform>%n Block, Breite %1</numerusform>
            <numerusform>%n Blöcke, Breite %1</numerusform>
        </translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>whole</source>
        <translation>vollständig</translation>
    </message>
    <message>
        <source>not whole</source>
        <translation>unvollständig</translation>
    </message>
    <message>
        <source>Components</source>
        <translation>Komponenten</translation>
    </message>
    <message>
        <source>Component</source>
        <translation>Komponente</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Data type</source>
        <translation>Datentyp</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>%1, not recorded: as the rank</source>
        <translation>%1, nicht vermerkt: wie der Rang</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>as %1 names them</source>
        <translation>benannt wie bei %1</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>nicht vermerkt</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Passt zu</translation>
    </message>
    <message>
        <source>none of the models in the list</source>
        <translation>keinem der Modelle in der Liste</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>Formen</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>Geschrieben</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Adapted layers</source>
        <translation>Angepasste Schichten</translation>
    </message>
    <message>
        <source>Layer of a block</source>
        <translation>Schicht im Block</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>LoRAs</source>
        <translation>LoRAs</translation>
    </message>
    <message>
        <source>Other files</source>
        <translation>Andere Dateien</translation>
    </message>
    <message numerus="yes">
        <source>%n safetensors files that are no LoRA</source>
        <translation>
            <numerusform>%n safetensors-Datei, die kein LoRA ist</numerusform>
            <numerusform>%n safetensors-Dateien, die kein LoRA sind</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LibraryFilter</name>
    <message>
        <source>Named by you</source>
        <translation>Von Ihnen genannt</translation>
    </message>
    <message>
        <source>A run of this project</source>
        <translation>Ein Lauf dieses Projekts</translation>
    </message>
    <message>
        <source>Was trained on</source>
        <translation>Diente zum Training</translation>
    </message>
    <message>
        <source>Comes with the program</source>
        <translation>Gehört zum Programm</translation>
    </message>
    <message numerus="yes">
        <source>(%n more)</source>
        <translation>
            <numerusform>(%n weiterer)</numerusform>
            <numerusform>(%n weitere)</numerusform>
        </translation>
    </message>
    <message>
        <source>Not recognised</source>
        <translation>Nicht erkannt</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wird durchsucht…</translation>
    </message>
    <message>
        <source>Looked through</source>
        <translation>Durchsucht</translation>
    </message>
    <message numerus="yes">
        <source>%n other safetensors files</source>
        <translation>
            <numerusform>%n andere safetensors-Datei</numerusform>
            <numerusform>%n andere safetensors-Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Wird geprüft…</translation>
    </message>
    <message>
        <source>Whole, checked</source>
        <translation>Vollständig, geprüft</translation>
    </message>
    <message>
        <source>Whole</source>
        <translation>Vollständig</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>Fehlerfrei</translation>
    </message>
    <message>
        <source>Readable</source>
        <translation>Lesbar</translation>
    </message>
</context>
<context>
    <name>LogDock</name>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Log lines</source>
        <translation>Protokollzeilen</translation>
    </message>
    <message>
        <source>No lines at this level, or none with this text.</source>
        <translation>Keine Zeilen dieser Stufe oder keine mit diesem Text.</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Shows lines of this level and worse ones</source>
        <translation>Zeigt Zeilen dieser und schwerwiegenderer Stufen</translation>
    </message>
    <message>
        <source>All lines</source>
        <translation>Alle Zeilen</translation>
    </message>
    <message>
        <source>Information</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>Warnungen</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation>Protokoll durchsuchen</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>&amp;Follow new lines</source>
        <translation>Neuen Zeilen &amp;folgen</translation>
    </message>
    <message>
        <source>Keeps the newest log line in view.</source>
        <translation>Hält die neueste Protokollzeile im Blick.</translation>
    </message>
    <message>
        <source>&amp;Search the log</source>
        <translation>Protokoll &amp;durchsuchen</translation>
    </message>
    <message>
        <source>Moves to the search field of the log.</source>
        <translation>Springt zum Suchfeld des Protokolls.</translation>
    </message>
    <message>
        <source>&amp;Copy lines</source>
        <translation>Zeilen &amp;kopieren</translation>
    </message>
    <message>
        <source>Copies the selected log lines, or all that are shown.</source>
        <translation>Kopiert die ausgewählten oder alle angezeigten Protokollzeilen.</translation>
    </message>
    <message>
        <source>Copy &amp;diagnostics</source>
        <translation>Dia&amp;gnose kopieren</translation>
    </message>
    <message>
        <source>Copies versions, devices and the newest log lines, for a bug report.</source>
        <translation>Kopiert Versionen, Geräte und die neuesten Protokollzeilen für eine Fehlermeldung.</translation>
    </message>
    <message>
        <source>Log commands</source>
        <translation>Protokollbefehle</translation>
    </message>
</context>
<context>
    <name>LogModel</name>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>info</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>debug</source>
        <translation>Detail</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
</context>
<context>
    <name>LoraExportDialog</name>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Export the LoRA “%1”</source>
        <translation>LoRA „%1“ exportieren</translation>
    </message>
    <message>
        <source>ComfyUI</source>
        <translation>ComfyUI</translation>
    </message>
    <message>
        <source>kohya and programs that follow it</source>
        <translation>kohya und Programme, die ihm folgen</translation>
    </message>
    <message>
        <source>diffusers and PEFT</source>
        <translation>diffusers und PEFT</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Choose the file</source>
        <translation>Datei wählen</translation>
    </message>
    <message>
        <source>&amp;Keys of</source>
        <translation>&amp;Schlüssel von</translation>
    </message>
    <message>
        <source>How the program that shall read it names layers.</source>
        <translation>Wie das Programm, das die Datei lesen soll, Schichten benennt.</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Modell</translation>
    </message>
    <message>
        <source>Whose layers the LoRA&apos;s keys are looked up in.</source>
        <translation>In dessen Schichten werden die Schlüssel des LoRA nachgeschlagen.</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>The new file; its numbers are those of the old one.</source>
        <translation>Die neue Datei; ihre Zahlen sind die der alten.</translation>
    </message>
    <message>
        <source>No model in the list has this LoRA&apos;s shapes: add the folder of the model it was made for.</source>
        <translation>Kein Modell der Liste hat die Formen dieses LoRA: Fügen Sie den Ordner des Modells hinzu, für das es gemacht ist.</translation>
    </message>
    <message>
        <source>This is the LoRA itself: choose another file.</source>
        <translation>Das ist das LoRA selbst: Wählen Sie eine andere Datei.</translation>
    </message>
    <message>
        <source>This file exists and would be replaced.</source>
        <translation>Diese Datei gibt es schon; sie würde ersetzt.</translation>
    </message>
    <message>
        <source>Export the LoRA</source>
        <translation>LoRA exportieren</translation>
    </message>
    <message>
        <source>LoRA (*.safetensors)</source>
        <translation>LoRA (*.safetensors)</translation>
    </message>
    <message>
        <source>Replace the file?</source>
        <translation>Datei ersetzen?</translation>
    </message>
    <message>
        <source>“%1” exists already.</source>
        <translation>„%1“ gibt es schon.</translation>
    </message>
    <message>
        <source>&amp;Replace</source>
        <translation>&amp;Ersetzen</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
</context>
<context>
    <name>LoraList</name>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>No LoRA. Add one, or drop .safetensors files on this page.</source>
        <translation>Kein LoRA. Fügen Sie eines hinzu oder ziehen Sie .safetensors-Dateien auf diese Seite.</translation>
    </message>
    <message>
        <source>LoRAs</source>
        <translation>LoRAs</translation>
    </message>
    <message>
        <source>Add LoRA…</source>
        <translation>LoRA hinzufügen…</translation>
    </message>
    <message>
        <source>Add LoRA files…</source>
        <translation>LoRA-Dateien hinzufügen…</translation>
    </message>
    <message>
        <source>Use the LoRA “%1”</source>
        <translation>LoRA „%1“ verwenden</translation>
    </message>
    <message>
        <source>Strength of “%1”</source>
        <translation>Stärke von „%1“</translation>
    </message>
    <message>
        <source>1 is as it was trained, 0 is without it.</source>
        <translation>1 ist wie trainiert, 0 ist ohne das LoRA.</translation>
    </message>
    <message>
        <source>Take “%1” off the list</source>
        <translation>„%1“ von der Liste nehmen</translation>
    </message>
    <message>
        <source>Add LoRA files</source>
        <translation>LoRA-Dateien hinzufügen</translation>
    </message>
    <message>
        <source>LoRAs (*.safetensors)</source>
        <translation>LoRAs (*.safetensors)</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>&amp;Settings…</source>
        <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
        <source>Theme, language and folders.</source>
        <translation>Farben, Sprache und Ordner.</translation>
    </message>
    <message>
        <source>&amp;Find a command…</source>
        <translation>Befehl &amp;finden…</translation>
    </message>
    <message>
        <source>Finds and runs any command by its name.</source>
        <translation>Findet jeden Befehl an seinem Namen und führt ihn aus.</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>Closes the window and ends all jobs.</source>
        <translation>Schließt das Fenster und beendet alle Aufträge.</translation>
    </message>
    <message>
        <source>Load the &amp;engine again</source>
        <translation>&amp;Engine erneut laden</translation>
    </message>
    <message>
        <source>Tries again to load the engine after its set-up was mended.</source>
        <translation>Versucht erneut, die Engine zu laden, nachdem ihre Einrichtung repariert wurde.</translation>
    </message>
    <message>
        <source>&amp;Jobs</source>
        <translation>&amp;Aufträge</translation>
    </message>
    <message>
        <source>Shows or hides the job queue.</source>
        <translation>Zeigt oder verbirgt die Auftragsliste.</translation>
    </message>
    <message>
        <source>&amp;Log</source>
        <translation>&amp;Protokoll</translation>
    </message>
    <message>
        <source>Shows or hides the log.</source>
        <translation>Zeigt oder verbirgt das Protokoll.</translation>
    </message>
    <message>
        <source>&amp;Light or dark</source>
        <translation>&amp;Hell oder dunkel</translation>
    </message>
    <message>
        <source>Switches between the light and the dark theme.</source>
        <translation>Wechselt zwischen hellen und dunklen Farben.</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>&amp;Vollbild</translation>
    </message>
    <message>
        <source>Fills the screen with this window.</source>
        <translation>Füllt den Bildschirm mit diesem Fenster.</translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation>Anordnung &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>Puts docks and columns back where they were at first.</source>
        <translation>Setzt Seitenfenster und Spalten auf die ursprüngliche Anordnung zurück.</translation>
    </message>
    <message>
        <source>&amp;What is this?</source>
        <translation>&amp;Was ist das?</translation>
    </message>
    <message>
        <source>Explains the next thing you click.</source>
        <translation>Erklärt, was Sie als Nächstes anklicken.</translation>
    </message>
    <message>
        <source>Open the log &amp;folder</source>
        <translation>Protokoll&amp;ordner öffnen</translation>
    </message>
    <message>
        <source>Opens the folder with the log files.</source>
        <translation>Öffnet den Ordner mit den Protokolldateien.</translation>
    </message>
    <message>
        <source>&amp;About Framewright</source>
        <translation>Ü&amp;ber Framewright</translation>
    </message>
    <message>
        <source>Version and licences.</source>
        <translation>Version und Lizenzen.</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Make a project?</source>
        <translation>Projekt anlegen?</translation>
    </message>
    <message>
        <source>There is no project in “%1” yet.</source>
        <translation>In „%1“ gibt es noch kein Projekt.</translation>
    </message>
    <message>
        <source>One is made there, and the videos in it are imported. They are not changed.</source>
        <translation>Dort wird eines angelegt, und die Videos darin werden importiert. Sie werden nicht verändert.</translation>
    </message>
    <message>
        <source>&amp;Make a project</source>
        <translation>&amp;Projekt anlegen</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>Import of %1</source>
        <translation>Import von %1</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Dataset</source>
        <translation>Daten&amp;satz</translation>
    </message>
    <message>
        <source>&amp;Player</source>
        <translation>&amp;Player</translation>
    </message>
    <message>
        <source>&amp;Train</source>
        <translation>&amp;Training</translation>
    </message>
    <message>
        <source>&amp;Gallery</source>
        <translation>&amp;Galerie</translation>
    </message>
    <message>
        <source>Ge&amp;nerate</source>
        <translation>Er&amp;zeugen</translation>
    </message>
    <message>
        <source>&amp;Models</source>
        <translation>&amp;Modelle</translation>
    </message>
</context>
<context>
    <name>MemoryBars</name>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Free now: %1</source>
        <translation>Jetzt frei: %1</translation>
    </message>
    <message>
        <source>Memory of each phase</source>
        <translation>Speicher je Phase</translation>
    </message>
    <message>
        <source>%1: too much</source>
        <translation>%1: zu viel</translation>
    </message>
    <message>
        <source>free now</source>
        <translation>jetzt frei</translation>
    </message>
</context>
<context>
    <name>MemoryCard</name>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>In tiles</source>
        <translation>In Kacheln</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Own choice</source>
        <translation>Eigene Wahl</translation>
    </message>
    <message>
        <source>As published (CPU: float32)</source>
        <translation>Wie veröffentlicht (CPU: float32)</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>What is kept on the device while the clip is made.</source>
        <translation>Was auf dem Gerät bleibt, während der Clip entsteht.</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Where the clip is made.</source>
        <translation>Wo der Clip entsteht.</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>The type of number that the networks compute in.</source>
        <translation>Der Zahlentyp, mit dem die Netze rechnen.</translation>
    </message>
    <message>
        <source>One at a time</source>
        <translation>Jeweils eine</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>On the device</source>
        <translation>Auf dem Gerät</translation>
    </message>
    <message>
        <source>Block by block</source>
        <translation>Block für Block</translation>
    </message>
    <message>
        <source>On the CPU</source>
        <translation>Auf der CPU</translation>
    </message>
    <message>
        <source>Components</source>
        <translation>Komponenten</translation>
    </message>
    <message>
        <source>How many components are on the device at a time.</source>
        <translation>Wie viele Komponenten zugleich auf dem Gerät sind.</translation>
    </message>
    <message>
        <source>Text encoder</source>
        <translation>Text-Encoder</translation>
    </message>
    <message>
        <source>Where prompts are encoded.</source>
        <translation>Wo Prompts kodiert werden.</translation>
    </message>
    <message>
        <source>Streamed blocks</source>
        <translation>Gestreamte Blöcke</translation>
    </message>
    <message>
        <source>Blocks of the transformer that stay in host memory; more than there are means all.</source>
        <translation>Blöcke des Transformers, die im Arbeitsspeicher bleiben; mehr, als es gibt, heißt alle.</translation>
    </message>
    <message>
        <source>Decoding</source>
        <translation>Dekodieren</translation>
    </message>
    <message>
        <source>The clip is decoded in tiles: much less memory, and seams may show faintly.</source>
        <translation>Der Clip wird in Kacheln dekodiert: viel weniger Speicher, aber Nähte können schwach sichtbar sein.</translation>
    </message>
    <message>
        <source>The fastest way that fits into what is free.</source>
        <translation>Der schnellste Weg, der in das Freie passt.</translation>
    </message>
    <message>
        <source>The engine is not loaded: it makes the plan.</source>
        <translation>Die Engine ist nicht geladen: sie macht den Plan.</translation>
    </message>
    <message>
        <source>No plan: %1</source>
        <translation>Kein Plan: %1</translation>
    </message>
    <message>
        <source>Planning…</source>
        <translation>Plant…</translation>
    </message>
    <message>
        <source>No plan yet.</source>
        <translation>Noch kein Plan.</translation>
    </message>
    <message>
        <source>It needs %1. There is no such device here.</source>
        <translation>Es braucht %1. Ein solches Gerät gibt es hier nicht.</translation>
    </message>
    <message>
        <source>It fits the device, but not host memory.</source>
        <translation>Es passt auf das Gerät, aber nicht in den Arbeitsspeicher.</translation>
    </message>
    <message>
        <source>It does not fit: %1 needed, %2 free.</source>
        <translation>Es passt nicht: %1 nötig, %2 frei.</translation>
    </message>
    <message>
        <source>It fits: %1 of %2 free when no job runs.</source>
        <translation>Es passt: %1 von %2, die ohne laufenden Auftrag frei sind.</translation>
    </message>
    <message>
        <source>It fits: %1 of %2 free now.</source>
        <translation>Es passt: %1 von %2, die jetzt frei sind.</translation>
    </message>
    <message>
        <source>Host memory: %1 of %2 free</source>
        <translation>Arbeitsspeicher: %1 von %2 frei</translation>
    </message>
</context>
<context>
    <name>MessageBar</name>
    <message>
        <source>Show in log</source>
        <translation>Im Protokoll zeigen</translation>
    </message>
    <message>
        <source>Dismiss this message</source>
        <translation>Meldung schließen</translation>
    </message>
    <message>
        <source>Opens the log at the line about this message</source>
        <translation>Öffnet das Protokoll an der Zeile zu dieser Meldung</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n weitere</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>Rat</translation>
    </message>
</context>
<context>
    <name>ModelCard</name>
    <message>
        <source>Model and dataset</source>
        <translation>Modell und Datensatz</translation>
    </message>
    <message>
        <source>The folder of a published model, with model_index.json in it.</source>
        <translation>Der Ordner eines veröffentlichten Modells, der model_index.json enthält.</translation>
    </message>
    <message numerus="yes">
        <source>%n samples</source>
        <translation>
            <numerusform>%n Sample</numerusform>
            <numerusform>%n Samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n shapes</source>
        <translation>
            <numerusform>%n Form</numerusform>
            <numerusform>%n Formen</numerusform>
        </translation>
    </message>
    <message>
        <source>encoded</source>
        <translation>kodiert</translation>
    </message>
    <message>
        <source>encoded before the training</source>
        <translation>werden vor dem Training kodiert</translation>
    </message>
    <message>
        <source>The project&apos;s clips in their buckets.</source>
        <translation>Die Clips des Projekts in ihren Buckets.</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wird geprüft…</translation>
    </message>
    <message>
        <source>The project&apos;s clips, as they are in their buckets</source>
        <translation>Die Clips des Projekts, wie sie in ihren Buckets sind</translation>
    </message>
    <message>
        <source>A dataset.jsonl</source>
        <translation>Eine dataset.jsonl</translation>
    </message>
</context>
<context>
    <name>ModelChoice</name>
    <message>
        <source>Folder with model_index.json</source>
        <translation>Ordner mit model_index.json</translation>
    </message>
    <message>
        <source>Model folder</source>
        <translation>Modellordner</translation>
    </message>
    <message>
        <source>The folder of a published model, with model_index.json in it.</source>
        <translation>Der Ordner eines veröffentlichten Modells, der model_index.json enthält.</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Durchsuchen…</translation>
    </message>
    <message>
        <source>Choose a model folder…</source>
        <translation>Modellordner wählen…</translation>
    </message>
    <message>
        <source>Choose a model folder</source>
        <translation>Modellordner wählen</translation>
    </message>
    <message>
        <source>Choose the folder of a model.</source>
        <translation>Wählen Sie den Ordner eines Modells.</translation>
    </message>
    <message>
        <source>Looking at the model…</source>
        <translation>Modell wird angesehen…</translation>
    </message>
    <message>
        <source>Choose a folder that holds a model.</source>
        <translation>Wählen Sie einen Ordner, der ein Modell enthält.</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wird durchsucht…</translation>
    </message>
</context>
<context>
    <name>ModelLibrary</name>
    <message>
        <source>%1, result</source>
        <translation>%1, Ergebnis</translation>
    </message>
    <message>
        <source>%1, averaged</source>
        <translation>%1, gemittelt</translation>
    </message>
    <message>
        <source>Sample model</source>
        <translation>Beispielmodell</translation>
    </message>
    <message>
        <source>Check of %1</source>
        <translation>Prüfung von %1</translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Models and LoRAs on this computer: what they are, and whether they are whole.</source>
        <translation>Modelle und LoRAs auf diesem Rechner: was sie sind und ob sie vollständig sind.</translation>
    </message>
    <message>
        <source>No models yet. Add a folder that holds models or LoRAs, or drop it here: a model is a folder with model_index.json in it.</source>
        <translation>Noch keine Modelle. Fügen Sie einen Ordner mit Modellen oder LoRAs hinzu oder ziehen Sie ihn hierher: Ein Modell ist ein Ordner, der model_index.json enthält.</translation>
    </message>
    <message>
        <source>&amp;Add a folder…</source>
        <translation>Ordner &amp;hinzufügen…</translation>
    </message>
    <message>
        <source>Looks for models and LoRAs in a folder of yours.</source>
        <translation>Sucht in einem Ihrer Ordner nach Modellen und LoRAs.</translation>
    </message>
    <message>
        <source>&amp;Look again</source>
        <translation>&amp;Neu suchen</translation>
    </message>
    <message>
        <source>Looks through all folders again.</source>
        <translation>Durchsucht alle Ordner noch einmal.</translation>
    </message>
    <message>
        <source>&amp;Filter models</source>
        <translation>Modelle &amp;filtern</translation>
    </message>
    <message>
        <source>Moves to the text that models and LoRAs are filtered by.</source>
        <translation>Springt zu dem Text, nach dem Modelle und LoRAs gefiltert werden.</translation>
    </message>
    <message>
        <source>Show re&amp;moved ones</source>
        <translation>&amp;Entfernte zeigen</translation>
    </message>
    <message>
        <source>Lists the models and LoRAs again that were removed.</source>
        <translation>Führt entfernte Modelle und LoRAs wieder auf.</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Trainieren</translation>
    </message>
    <message>
        <source>Generate</source>
        <translation>Generieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>&amp;Train this model</source>
        <translation>Modell =&gt;Dieses Modell &amp;trainierentrainieren</translation>
    </message>
    <message>
        <source>Takes the chosen model for the next run.</source>
        <translation>Nimmt das gewählte Modell für den nächsten Lauf.</translation>
    </message>
    <message>
        <source>&amp;Generate with it</source>
        <translation>&amp;Damit erzeugen</translation>
    </message>
    <message>
        <source>Makes clips with the chosen model or LoRA.</source>
        <translation>Erzeugt Clips mit dem gewählten Modell oder LoRA.</translation>
    </message>
    <message>
        <source>&amp;Check</source>
        <translation>&amp;Prüfen</translation>
    </message>
    <message>
        <source>Compares all names and shapes of a model with its network, or looks for broken numbers in a LoRA. A job does it.</source>
        <translation>Vergleicht alle Namen und Formen eines Modells mit seinem Netz oder sucht in einem LoRA nach kaputten Zahlen. Das macht ein Auftrag.</translation>
    </message>
    <message>
        <source>&amp;Export LoRA…</source>
        <translation>LoRA e&amp;xportieren…</translation>
    </message>
    <message>
        <source>Writes the LoRA under the keys that another program reads.</source>
        <translation>Schreibt das LoRA mit den Schlüsseln, die ein anderes Programm liest.</translation>
    </message>
    <message>
        <source>Re&amp;name LoRA…</source>
        <translation>LoRA &amp;umbenennen…</translation>
    </message>
    <message>
        <source>Gives the LoRA&apos;s file another name. Files of a run keep theirs: export them.</source>
        <translation>Gibt der Datei des LoRA einen anderen Namen. Dateien eines Laufs behalten ihren: Exportieren Sie sie.</translation>
    </message>
    <message>
        <source>Show in &amp;files</source>
        <translation>Im Datei&amp;manager</translation>
    </message>
    <message>
        <source>Opens the file manager where it is.</source>
        <translation>Öffnet den Dateimanager an dieser Stelle.</translation>
    </message>
    <message>
        <source>&amp;Remove from the list</source>
        <translation>Aus der &amp;Liste entfernen</translation>
    </message>
    <message>
        <source>Takes it off this list; nothing is deleted.</source>
        <translation>Nimmt es von dieser Liste; gelöscht wird nichts.</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter by any word of a row</source>
        <translation>Nach Wörtern einer Zeile filtern</translation>
    </message>
    <message>
        <source>Models, LoRAs and folders</source>
        <translation>Modelle, LoRAs und Ordner</translation>
    </message>
    <message>
        <source>No models in these folders.</source>
        <translation>Keine Modelle in diesen Ordnern.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>Familie</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>Variante</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>Teile</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>LoRAs</source>
        <translation>LoRAs</translation>
    </message>
    <message>
        <source>No LoRAs in these folders. Those of a project&apos;s runs appear here, too.</source>
        <translation>Keine LoRAs in diesen Ordnern. Auch die aus den Läufen eines Projekts erscheinen hier.</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>Made for</source>
        <translation>Gemacht für</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>Geschrieben</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>No folders yet.</source>
        <translation>Noch keine Ordner.</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Why it is here</source>
        <translation>Warum hier</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>A folder with models or LoRAs</source>
        <translation>Ein Ordner mit Modellen oder LoRAs</translation>
    </message>
    <message>
        <source>Models (%1)</source>
        <translation>Modelle (%1)</translation>
    </message>
    <message>
        <source>LoRAs (%1)</source>
        <translation>LoRAs (%1)</translation>
    </message>
    <message>
        <source>Folders (%1)</source>
        <translation>Ordner (%1)</translation>
    </message>
    <message>
        <source>Looking through the folders…</source>
        <translation>Ordner werden durchsucht…</translation>
    </message>
    <message>
        <source>Nothing is chosen.</source>
        <translation>Nichts gewählt.</translation>
    </message>
    <message>
        <source>Export of %1</source>
        <translation>Export von %1</translation>
    </message>
    <message>
        <source>Rename the LoRA</source>
        <translation>LoRA umbenennen</translation>
    </message>
    <message>
        <source>Name of the file:</source>
        <translation>Name der Datei:</translation>
    </message>
</context>
<context>
    <name>MonitorPage</name>
    <message>
        <source>Choose a run to see it; tick others to compare them with it.</source>
        <translation>Einen Lauf wählen, um ihn zu sehen; andere ankreuzen, um sie mit ihm zu vergleichen.</translation>
    </message>
    <message>
        <source>Monitor</source>
        <translation>Überwachung</translation>
    </message>
    <message>
        <source>Watch a run while it trains. Click a chart, then zoom with the wheel, drag to move, double-click to see all.</source>
        <translation>Einem Lauf beim Training zusehen. Ein Diagramm anklicken, dann mit dem Mausrad zoomen, durch Ziehen verschieben, mit Doppelklick alles sehen.</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>No runs yet.</source>
        <translation>Noch keine Läufe.</translation>
    </message>
    <message>
        <source>&amp;Logarithmic values</source>
        <translation>&amp;Logarithmische Werte</translation>
    </message>
    <message>
        <source>Draws losses, rates and norms on a logarithmic scale.</source>
        <translation>Zeichnet Losses, Raten und Normen auf einer logarithmischen Skala.</translation>
    </message>
    <message>
        <source>Show &amp;all steps</source>
        <translation>&amp;Alle Schritte zeigen</translation>
    </message>
    <message>
        <source>Ends zooming: all charts show all steps again.</source>
        <translation>Beendet das Zoomen: Alle Diagramme zeigen wieder alle Schritte.</translation>
    </message>
    <message>
        <source>&amp;Export chart…</source>
        <translation>Diagramm e&amp;xportieren…</translation>
    </message>
    <message>
        <source>Writes the chart that has the focus as a picture (PNG, SVG) or a table (CSV).</source>
        <translation>Schreibt das Diagramm, das den Fokus hat, als Bild (PNG, SVG) oder Tabelle (CSV).</translation>
    </message>
    <message>
        <source>S&amp;moothing</source>
        <translation>&amp;Glättung</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>Glättung</translation>
    </message>
    <message>
        <source>How many steps the strong curves of losses and norms average over.</source>
        <translation>Über wie viele Schritte die kräftigen Kurven von Losses und Normen mitteln.</translation>
    </message>
    <message>
        <source>No runs yet. A run&apos;s curves appear here from its first step on.</source>
        <translation>Noch keine Läufe. Die Kurven eines Laufs erscheinen hier ab seinem ersten Schritt.</translation>
    </message>
    <message>
        <source>No project is open. Open one to see its runs.</source>
        <translation>Es ist kein Projekt geöffnet. Öffnen Sie eines, um seine Läufe zu sehen.</translation>
    </message>
    <message>
        <source>Picture (*.png);;Drawing (*.svg);;Table (*.csv)</source>
        <translation>Bild (*.png);;Zeichnung (*.svg);;Tabelle (*.csv)</translation>
    </message>
    <message>
        <source>Export the chart “%1”</source>
        <translation>Diagramm „%1“ exportieren</translation>
    </message>
</context>
<context>
    <name>NavigationRail</name>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
</context>
<context>
    <name>PlanCard</name>
    <message>
        <source>What it needs</source>
        <translation>Was es braucht</translation>
    </message>
    <message>
        <source>The engine is not loaded: it makes the plan.</source>
        <translation>Die Engine ist nicht geladen: sie macht den Plan.</translation>
    </message>
    <message>
        <source>Choose a model folder: the plan is made from it.</source>
        <translation>Wählen Sie einen Modellordner: aus ihm entsteht der Plan.</translation>
    </message>
    <message>
        <source>The plan waits for settings that can be used.</source>
        <translation>Der Plan wartet auf brauchbare Einstellungen.</translation>
    </message>
    <message>
        <source>Fit to the GPU</source>
        <translation>An die GPU anpassen</translation>
    </message>
    <message>
        <source>Time: known after the first steps.</source>
        <translation>Zeit: bekannt nach den ersten Schritten.</translation>
    </message>
    <message>
        <source>Time: about %1 for %2 steps, %3 s each</source>
        <translation>Zeit: etwa %1 für %2 Schritte, je %3 s</translation>
    </message>
    <message>
        <source>Disk: checkpoints about %1</source>
        <translation>Festplatte: Checkpoints etwa %1</translation>
    </message>
    <message>
        <source>, cache %1</source>
        <translation>, Cache %1</translation>
    </message>
    <message>
        <source>The run file cannot be read.</source>
        <translation>Die Laufdatei kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Planning…</source>
        <translation>Plant…</translation>
    </message>
    <message>
        <source>No plan yet.</source>
        <translation>Noch kein Plan.</translation>
    </message>
    <message>
        <source>It needs %1. There is no such device here.</source>
        <translation>Es braucht %1. Ein solches Gerät gibt es hier nicht.</translation>
    </message>
    <message>
        <source>It fits: %1 of %2 free now.</source>
        <translation>Es passt: %1 von %2, die jetzt frei sind.</translation>
    </message>
    <message>
        <source>It does not fit: %1 needed, %2 free now.</source>
        <translation>Es passt nicht: %1 nötig, %2 jetzt frei.</translation>
    </message>
    <message>
        <source>Host memory: %1 of %2 free</source>
        <translation>Arbeitsspeicher: %1 von %2 frei</translation>
    </message>
    <message>
        <source>Planned for clips of %1.</source>
        <translation>Geplant für Clips von %1.</translation>
    </message>
    <message>
        <source> (%1 free)</source>
        <translation> (%1 frei)</translation>
    </message>
</context>
<context>
    <name>Player</name>
    <message>
        <source>Player</source>
        <translation>Player</translation>
    </message>
    <message>
        <source>Speed of playing</source>
        <translation>Wiedergabegeschwindigkeit</translation>
    </message>
    <message>
        <source>Frame &amp;back</source>
        <translation>Frame &amp;zurück</translation>
    </message>
    <message>
        <source>Shows the frame before.</source>
        <translation>Zeigt den vorigen Frame.</translation>
    </message>
    <message>
        <source>&amp;Play or pause</source>
        <translation>Abs&amp;pielen oder anhalten</translation>
    </message>
    <message>
        <source>Plays the clip, or stops at this frame.</source>
        <translation>Spielt den Clip ab oder hält bei diesem Frame an.</translation>
    </message>
    <message>
        <source>Frame &amp;forward</source>
        <translation>Frame &amp;vor</translation>
    </message>
    <message>
        <source>Shows the next frame.</source>
        <translation>Zeigt den nächsten Frame.</translation>
    </message>
    <message>
        <source>&amp;Loop</source>
        <translation>&amp;Schleife</translation>
    </message>
    <message>
        <source>Plays the cut again and again.</source>
        <translation>Spielt den Ausschnitt immer wieder ab.</translation>
    </message>
    <message>
        <source>Play backward</source>
        <translation>Rückwärts abspielen</translation>
    </message>
    <message>
        <source>Plays backward; again: faster.</source>
        <translation>Spielt rückwärts ab; noch einmal: schneller.</translation>
    </message>
    <message>
        <source>Stop playing</source>
        <translation>Wiedergabe anhalten</translation>
    </message>
    <message>
        <source>Stops at this frame.</source>
        <translation>Hält bei diesem Frame an.</translation>
    </message>
    <message>
        <source>Play forward</source>
        <translation>Vorwärts abspielen</translation>
    </message>
    <message>
        <source>Plays forward; again: faster.</source>
        <translation>Spielt vorwärts ab; noch einmal: schneller.</translation>
    </message>
    <message>
        <source>First frame of the cut</source>
        <translation>Erster Frame des Ausschnitts</translation>
    </message>
    <message>
        <source>Goes to the cut&apos;s first frame.</source>
        <translation>Geht zum ersten Frame des Ausschnitts.</translation>
    </message>
    <message>
        <source>Last frame of the cut</source>
        <translation>Letzter Frame des Ausschnitts</translation>
    </message>
    <message>
        <source>Goes to the cut&apos;s last frame.</source>
        <translation>Geht zum letzten Frame des Ausschnitts.</translation>
    </message>
    <message>
        <source>Enlarge the picture</source>
        <translation>Bild vergrößern</translation>
    </message>
    <message>
        <source>Enlarges the picture.</source>
        <translation>Vergrößert das Bild.</translation>
    </message>
    <message>
        <source>Make the picture smaller</source>
        <translation>Bild verkleinern</translation>
    </message>
    <message>
        <source>Makes the picture smaller.</source>
        <translation>Verkleinert das Bild.</translation>
    </message>
    <message>
        <source>Fit the picture</source>
        <translation>Bild einpassen</translation>
    </message>
    <message>
        <source>Makes the picture as large as the view.</source>
        <translation>Macht das Bild so groß wie die Ansicht.</translation>
    </message>
    <message>
        <source>Opening…</source>
        <translation>Wird geöffnet…</translation>
    </message>
    <message>
        <source>Frame %1 of %2</source>
        <translation>Frame %1 von %2</translation>
    </message>
    <message>
        <source>%1 of %2 in the cut</source>
        <translation>%1 von %2 im Ausschnitt</translation>
    </message>
    <message>
        <source>outside the cut</source>
        <translation>außerhalb des Ausschnitts</translation>
    </message>
</context>
<context>
    <name>PresetButton</name>
    <message>
        <source>Planned</source>
        <translation>Geplant</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Your own</source>
        <translation>Eigene</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>Passt nicht</translation>
    </message>
    <message>
        <source>For your card</source>
        <translation>Für Ihre Karte</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>In Gebrauch</translation>
    </message>
</context>
<context>
    <name>PresetList</name>
    <message>
        <source>Choose a model folder: the presets for its model are shown here.</source>
        <translation>Einen Modellordner wählen: Die Vorlagen für dieses Modell werden hier gezeigt.</translation>
    </message>
</context>
<context>
    <name>PreviewPane</name>
    <message>
        <source>Live preview</source>
        <translation>Live-Vorschau</translation>
    </message>
    <message>
        <source>The clip as the current denoising step sees it, in small.</source>
        <translation>Der Clip, wie ihn der aktuelle Entrauschschritt sieht, in klein.</translation>
    </message>
</context>
<context>
    <name>ProjectCard</name>
    <message>
        <source>Projects</source>
        <translation>Projekte</translation>
    </message>
    <message>
        <source>Recent projects</source>
        <translation>Zuletzt geöffnete Projekte</translation>
    </message>
    <message>
        <source>&amp;Remove from recent projects</source>
        <translation>Aus der &amp;Liste entfernen</translation>
    </message>
    <message>
        <source>Takes the selected folder off the list; the project stays.</source>
        <translation>Nimmt den ausgewählten Ordner von der Liste; das Projekt bleibt.</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n clips</source>
        <translation>
            <numerusform>%1, %n Clip</numerusform>
            <numerusform>%1, %n Clips</numerusform>
        </translation>
    </message>
    <message>
        <source>Recent project</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>No projects yet. Drop a folder of videos here to begin, or make a project in an empty one.</source>
        <translation>Noch keine Projekte. Ziehen Sie zu Beginn einen Ordner mit Videos hierher oder legen Sie ein Projekt in einem leeren Ordner an.</translation>
    </message>
</context>
<context>
    <name>PromptCard</name>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>What the clip shows</source>
        <translation>Was der Clip zeigt</translation>
    </message>
    <message>
        <source>Negative prompt</source>
        <translation>Negativer Prompt</translation>
    </message>
    <message>
        <source>What it shall not show</source>
        <translation>Was er nicht zeigen soll</translation>
    </message>
    <message>
        <source>Start picture</source>
        <translation>Startbild</translation>
    </message>
    <message>
        <source>A picture or video: its first frame begins the clip.</source>
        <translation>Ein Bild oder Video: Mit seinem ersten Frame beginnt der Clip.</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Durchsuchen…</translation>
    </message>
    <message>
        <source>Choose a start picture…</source>
        <translation>Startbild wählen…</translation>
    </message>
    <message>
        <source>%1 makes clips from text alone. An image-to-video model begins with a picture.</source>
        <translation>%1 erzeugt Clips allein aus Text. Ein Bild-zu-Video-Modell beginnt mit einem Bild.</translation>
    </message>
    <message>
        <source>Only where the model begins with a picture (image to video).</source>
        <translation>Nur, wenn das Modell mit einem Bild beginnt (Bild zu Video).</translation>
    </message>
    <message>
        <source>Choose a start picture</source>
        <translation>Startbild wählen</translation>
    </message>
    <message>
        <source>Write a prompt.</source>
        <translation>Schreiben Sie einen Prompt.</translation>
    </message>
    <message>
        <source>Choose a start picture: this model begins with one.</source>
        <translation>Wählen Sie ein Startbild: Dieses Modell beginnt mit einem.</translation>
    </message>
</context>
<context>
    <name>RecipePanel</name>
    <message>
        <source>Recipe</source>
        <translation>Rezept</translation>
    </message>
    <message>
        <source>How the chosen clip was made.</source>
        <translation>Wie der gewählte Clip entstanden ist.</translation>
    </message>
    <message>
        <source>&amp;Generate with this</source>
        <translation>&amp;Damit erzeugen</translation>
    </message>
    <message>
        <source>Takes prompt, seed, size, model and LoRA of this clip to the Generate page.</source>
        <translation>Übernimmt Prompt, Seed, Größe, Modell und LoRA dieses Clips auf die Seite „Erzeugen“.</translation>
    </message>
    <message>
        <source>&amp;Use this checkpoint</source>
        <translation>Diesen &amp;Checkpoint nutzen</translation>
    </message>
    <message>
        <source>Takes only the model and the LoRA of this step to the Generate page.</source>
        <translation>Übernimmt nur das Modell und das LoRA dieses Schritts auf die Seite „Erzeugen“.</translation>
    </message>
    <message>
        <source>&amp;Copy the recipe</source>
        <translation>&amp;Rezept kopieren</translation>
    </message>
    <message>
        <source>Copies the recipe as text.</source>
        <translation>Kopiert das Rezept als Text.</translation>
    </message>
    <message>
        <source>Show the run&apos;s &amp;curves</source>
        <translation>&amp;Kurven des Laufs zeigen</translation>
    </message>
    <message>
        <source>Shows this clip&apos;s run on the Monitor page.</source>
        <translation>Zeigt den Lauf dieses Clips auf der Seite „Überwachung“.</translation>
    </message>
    <message>
        <source>Take the run&apos;s &amp;settings</source>
        <translation>Lauf-Einstellungen &amp;übernehmen</translation>
    </message>
    <message>
        <source>Takes the settings of this clip&apos;s run to the Train page, for a new run.</source>
        <translation>Übernimmt die Einstellungen des Laufs dieses Clips auf die Seite „Training“, für einen neuen Lauf.</translation>
    </message>
    <message>
        <source>Open the clip&apos;s &amp;folder</source>
        <translation>&amp;Ordner des Clips öffnen</translation>
    </message>
    <message>
        <source>Shows the folder of this clip in the file manager.</source>
        <translation>Zeigt den Ordner dieses Clips im Dateimanager.</translation>
    </message>
    <message>
        <source>Choose a clip to see how it was made.</source>
        <translation>Wählen Sie einen Clip, um zu sehen, wie er entstanden ist.</translation>
    </message>
    <message>
        <source>The file of this clip is gone.</source>
        <translation>Die Datei dieses Clips fehlt.</translation>
    </message>
    <message>
        <source>The clips were made with averaged weights; this checkpoint&apos;s LoRA is the one before averaging.</source>
        <translation>Die Clips wurden mit gemittelten Gewichten erzeugt; das LoRA dieses Checkpoints ist das vor dem Mitteln.</translation>
    </message>
</context>
<context>
    <name>ReplaceDialog</name>
    <message>
        <source>&amp;Regular expression</source>
        <translation>&amp;Regulärer Ausdruck</translation>
    </message>
    <message>
        <source>Match &amp;case</source>
        <translation>&amp;Groß-/Kleinschreibung</translation>
    </message>
    <message>
        <source>What would change</source>
        <translation>Was sich ändern würde</translation>
    </message>
    <message>
        <source>What would change is shown here.</source>
        <translation>Hier wird gezeigt, was sich ändern würde.</translation>
    </message>
    <message>
        <source>Re&amp;place</source>
        <translation>&amp;Ersetzen</translation>
    </message>
    <message>
        <source>Find and replace in captions</source>
        <translation>Suchen und Ersetzen in Beschreibungen</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Changes these captions as one step that can be undone.</source>
        <translation>Ändert diese Beschreibungen in einem Schritt, der sich rückgängig machen lässt.</translation>
    </message>
    <message>
        <source>All clips of the list</source>
        <translation>Alle Clips der Liste</translation>
    </message>
    <message numerus="yes">
        <source>%n selected clips</source>
        <translation>
            <numerusform>%n ausgewählter Clip</numerusform>
            <numerusform>%n ausgewählte Clips</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Find</source>
        <translation>&amp;Suchen</translation>
    </message>
    <message>
        <source>Replace &amp;with</source>
        <translation>Ersetzen &amp;durch</translation>
    </message>
    <message>
        <source>&amp;In</source>
        <translation>&amp;In</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>Ersetzen durch</translation>
    </message>
    <message>
        <source>In a regular expression $1 is the first group.</source>
        <translation>In einem regulären Ausdruck ist $1 die erste Gruppe.</translation>
    </message>
    <message>
        <source>In which clips</source>
        <translation>In welchen Clips</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message numerus="yes">
        <source>More than %n captions would change.</source>
        <translation>
            <numerusform>Mehr als %n Beschreibung würde sich ändern.</numerusform>
            <numerusform>Mehr als %n Beschreibungen würden sich ändern.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n captions would change.</source>
        <translation>
            <numerusform>%n Beschreibung würde sich ändern.</numerusform>
            <numerusform>%n Beschreibungen würden sich ändern.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RowFaultCard</name>
    <message>
        <source>Clip %1</source>
        <translation>Clip %1</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1, Zeile %2</translation>
    </message>
    <message>
        <source>Rows with faults</source>
        <translation>Zeilen mit Fehlern</translation>
    </message>
    <message>
        <source>No faults.</source>
        <translation>Keine Fehler.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close the list of faults</source>
        <translation>Fehlerliste schließen</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Was zu tun ist</translation>
    </message>
</context>
<context>
    <name>RunBar</name>
    <message>
        <source>How the run stands</source>
        <translation>Stand des Laufs</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>Running in another process</source>
        <translation>Läuft in einem anderen Prozess</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Not started</source>
        <translation>Nicht begonnen</translation>
    </message>
    <message>
        <source>Interrupted: goes on from step %1</source>
        <translation>Unterbrochen: geht ab Schritt %1 weiter</translation>
    </message>
</context>
<context>
    <name>RunChart</name>
    <message>
        <source>, averaged</source>
        <translation>, gemittelt</translation>
    </message>
    <message>
        <source>Wheel, + and −: closer or farther, over the values&apos; axis for these. Drag, left and right: earlier or later. Double click, Home: all steps. Shift with left or right moves the cursor, Page Up and Page Down move it to the clips, Enter opens them.</source>
        <translation>Mausrad, + und −: näher heran oder weiter weg, über der Werteachse für die Werte. Ziehen, links und rechts: früher oder später. Doppelklick, Pos1: alle Schritte. Umschalt mit links oder rechts bewegt den Cursor, Bild auf und Bild ab setzen ihn auf die Clips, die Eingabetaste öffnet sie.</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message numerus="yes">
        <source>%n clips of step %1. Click to see them.</source>
        <translation>
            <numerusform>%n Clip von Schritt %1. Klicken, um ihn zu sehen.</numerusform>
            <numerusform>%n Clips von Schritt %1. Klicken, um sie zu sehen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Checkpoint of step %1</source>
        <translation>Checkpoint von Schritt %1</translation>
    </message>
</context>
<context>
    <name>RunDraft</name>
    <message>
        <source>Edit the run file</source>
        <translation>Laufdatei bearbeiten</translation>
    </message>
    <message>
        <source>Change “%1”</source>
        <translation>„%1“ ändern</translation>
    </message>
    <message>
        <source>Reset “%1”</source>
        <translation>„%1“ zurücksetzen</translation>
    </message>
</context>
<context>
    <name>RunFileView</name>
    <message>
        <source>Run file</source>
        <translation>Laufdatei</translation>
    </message>
    <message>
        <source>The settings as TOML text; the form shows the same.</source>
        <translation>Die Einstellungen als TOML-Text; das Formular zeigt dieselben.</translation>
    </message>
</context>
<context>
    <name>RunLauncher</name>
    <message>
        <source>Precompute %1</source>
        <translation>Vorberechnung von %1</translation>
    </message>
</context>
<context>
    <name>RunListModel</name>
    <message>
        <source>Full fine-tune</source>
        <translation>Volles Fine-Tuning</translation>
    </message>
    <message>
        <source>LoRA</source>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Unterbrochen</translation>
    </message>
    <message>
        <source>Not started</source>
        <translation>Nicht begonnen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Begun</source>
        <translation>Begonnen</translation>
    </message>
</context>
<context>
    <name>RunsView</name>
    <message>
        <source>Runs of this project</source>
        <translation>Läufe dieses Projekts</translation>
    </message>
    <message>
        <source>No runs yet. Start makes the first one.</source>
        <translation>Noch keine Läufe. Starten macht den ersten.</translation>
    </message>
    <message>
        <source>&amp;Resume run</source>
        <translation>Lauf &amp;fortsetzen</translation>
    </message>
    <message>
        <source>Goes on with the run from its newest checkpoint.</source>
        <translation>Setzt den Lauf ab seinem neuesten Checkpoint fort.</translation>
    </message>
    <message>
        <source>E&amp;xtend…</source>
        <translation>&amp;Verlängern…</translation>
    </message>
    <message>
        <source>Adds steps to a run that has reached its end, and goes on with it.</source>
        <translation>Gibt einem fertigen Lauf weitere Schritte und setzt ihn fort.</translation>
    </message>
    <message>
        <source>&amp;Branch</source>
        <translation>A&amp;bzweigen</translation>
    </message>
    <message>
        <source>A new run from this run&apos;s newest weights, with settings that you can change first.</source>
        <translation>Ein neuer Lauf von den neuesten Gewichten dieses Laufs, dessen Einstellungen Sie vorher ändern können.</translation>
    </message>
    <message>
        <source>&amp;Use its settings</source>
        <translation>Einstellungen &amp;übernehmen</translation>
    </message>
    <message>
        <source>Takes the run&apos;s settings and dataset for a new run.</source>
        <translation>Nimmt Einstellungen und Datensatz des Laufs für einen neuen.</translation>
    </message>
    <message>
        <source>Extend the run</source>
        <translation>Lauf verlängern</translation>
    </message>
    <message>
        <source>Steps to add:</source>
        <translation>Weitere Schritte:</translation>
    </message>
</context>
<context>
    <name>SamplingCard</name>
    <message>
        <source>Sampling</source>
        <translation>Sampling</translation>
    </message>
    <message>
        <source>A new one for each clip</source>
        <translation>Ein neuer für jeden Clip</translation>
    </message>
    <message>
        <source>The model&apos;s own</source>
        <translation>Wie beim Modell</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Denoising steps: more take longer and are finer.</source>
        <translation>Entrauschschritte: Mehr davon dauern länger und ergeben feinere Clips.</translation>
    </message>
    <message>
        <source>Guidance</source>
        <translation>Guidance</translation>
    </message>
    <message>
        <source>How closely the clip follows the prompt. At 1 and below there is none, and a step takes half the time.</source>
        <translation>Wie eng der Clip dem Prompt folgt. Bei 1 und darunter gibt es keine Guidance, und ein Schritt braucht die halbe Zeit.</translation>
    </message>
    <message>
        <source>Scheduler</source>
        <translation>Scheduler</translation>
    </message>
    <message>
        <source>How the noise is taken away.</source>
        <translation>Wie das Rauschen entfernt wird.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>A new seed for each clip</source>
        <translation>Ein neuer Seed für jeden Clip</translation>
    </message>
    <message>
        <source>The same seed and settings give the same clip. Without this, several clips take the seeds that follow.</source>
        <translation>Gleicher Seed und gleiche Einstellungen ergeben den gleichen Clip. Ohne diese Option nehmen mehrere Clips die folgenden Seeds.</translation>
    </message>
    <message>
        <source>The first clip&apos;s seed; the next ones take the numbers that follow.</source>
        <translation>Der Seed des ersten Clips; die nächsten nehmen die folgenden Zahlen.</translation>
    </message>
    <message>
        <source>Clips</source>
        <translation>Clips</translation>
    </message>
    <message>
        <source>So many jobs go to the queue, each with a seed of its own.</source>
        <translation>So viele Aufträge kommen in die Auftragsliste, jeder mit eigenem Seed.</translation>
    </message>
</context>
<context>
    <name>ScrubBar</name>
    <message>
        <source>Place in the clip</source>
        <translation>Stelle im Clip</translation>
    </message>
    <message>
        <source>Arrow keys move by one frame, Page keys by a second.</source>
        <translation>Pfeiltasten gehen um einen Frame weiter, Bild auf und Bild ab um eine Sekunde.</translation>
    </message>
</context>
<context>
    <name>SettingHelp</name>
    <message>
        <source>About this setting</source>
        <translation>Über diese Einstellung</translation>
    </message>
    <message>
        <source>Choose a setting: what it does is explained here.</source>
        <translation>Eine Einstellung wählen: Hier wird erklärt, was sie bewirkt.</translation>
    </message>
    <message>
        <source>Key: %1</source>
        <translation>Schlüssel: %1</translation>
    </message>
    <message>
        <source>Values: %1</source>
        <translation>Werte: %1</translation>
    </message>
    <message>
        <source>Default: empty</source>
        <translation>Standardwert: leer</translation>
    </message>
    <message>
        <source>Default: %1</source>
        <translation>Standardwert: %1</translation>
    </message>
    <message>
        <source>Elsewhere: %1</source>
        <translation>Anderswo: %1</translation>
    </message>
</context>
<context>
    <name>SettingRow</name>
    <message>
        <source>On</source>
        <translation>Ein</translation>
    </message>
    <message>
        <source>One a line</source>
        <translation>Einer je Zeile</translation>
    </message>
    <message>
        <source>Choose “%1”…</source>
        <translation>„%1“ wählen…</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Durchsuchen…</translation>
    </message>
    <message>
        <source>Back to the default: %1</source>
        <translation>Zurück zum Standardwert: %1</translation>
    </message>
    <message>
        <source>Reset “%1”</source>
        <translation>„%1“ zurücksetzen</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>&amp;Ask before closing while jobs run or wait</source>
        <translation>&amp;Nachfragen, wenn beim Schließen Aufträge laufen oder warten</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>Wie der Desktop</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Colours of the window</source>
        <translation>Farben des Fensters</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Language of the window; log lines stay English</source>
        <translation>Sprache des Fensters; Protokollzeilen bleiben englisch</translation>
    </message>
    <message>
        <source>Ask before closing while jobs run or wait</source>
        <translation>Nachfragen, wenn beim Schließen Aufträge laufen oder warten</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Farben</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Sprache</translation>
    </message>
    <message>
        <source>Closing</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Log folder</source>
        <translation>Protokollordner</translation>
    </message>
    <message>
        <source>Cache folder</source>
        <translation>Zwischenspeicher</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Keine Grenze</translation>
    </message>
    <message>
        <source>When encoding makes the cache larger, the window offers to clean up.</source>
        <translation>Macht das Kodieren den Cache größer, bietet das Fenster an, aufzuräumen.</translation>
    </message>
    <message>
        <source>Limit of the cache</source>
        <translation>Grenze des Caches</translation>
    </message>
    <message>
        <source>Cache &amp;limit</source>
        <translation>Cache-&amp;Grenze</translation>
    </message>
    <message>
        <source>Latents</source>
        <translation>Latents</translation>
    </message>
</context>
<context>
    <name>SettingsForm</name>
    <message>
        <source>&amp;Advanced settings</source>
        <translation>&amp;Erweiterte Einstellungen</translation>
    </message>
    <message>
        <source>No setting is called so, here or in other trainers.</source>
        <translation>So heißt keine Einstellung, weder hier noch in anderen Trainingsprogrammen.</translation>
    </message>
    <message>
        <source>Search by name, key or a flag of another trainer</source>
        <translation>Nach Name, Schlüssel oder Flag eines anderen Trainingsprogramms suchen</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>Einstellungen durchsuchen</translation>
    </message>
    <message>
        <source>Advanced settings</source>
        <translation>Erweiterte Einstellungen</translation>
    </message>
    <message>
        <source>Shows all settings rather than the most used ones.</source>
        <translation>Zeigt alle Einstellungen statt nur der meistbenutzten.</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Turn videos into a dataset, train a model on it, and look at the clips it makes.</source>
        <translation>Machen Sie aus Videos einen Datensatz, trainieren Sie damit ein Modell und sehen Sie sich die Clips an, die es erzeugt.</translation>
    </message>
    <message>
        <source>Go on with</source>
        <translation>Weiter mit</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message numerus="yes">
        <source>%1 (%n waiting)</source>
        <translation>
            <numerusform>%1 (%n wartend)</numerusform>
            <numerusform>%1 (%n wartend)</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>Progress of %1</source>
        <translation>Fortschritt von %1</translation>
    </message>
    <message>
        <source>Engine not loaded yet</source>
        <translation>Engine noch nicht geladen</translation>
    </message>
    <message>
        <source>Loading the engine…</source>
        <translation>Engine wird geladen…</translation>
    </message>
    <message>
        <source>Engine ready</source>
        <translation>Engine bereit</translation>
    </message>
    <message>
        <source>No engine</source>
        <translation>Keine Engine</translation>
    </message>
    <message>
        <source>VRAM %1 of %2</source>
        <translation>VRAM %1 von %2</translation>
    </message>
    <message>
        <source>Memory %1 of %2</source>
        <translation>Speicher %1 von %2</translation>
    </message>
    <message>
        <source>Memory used of %1</source>
        <translation>Belegter Speicher von %1</translation>
    </message>
    <message>
        <source>%1 (%2): %3 free of %4</source>
        <translation>%1 (%2): %3 von %4 frei</translation>
    </message>
</context>
<context>
    <name>SystemCard</name>
    <message>
        <source>This computer</source>
        <translation>Dieser Rechner</translation>
    </message>
    <message>
        <source>Loading the engine and looking for devices…</source>
        <translation>Engine wird geladen, Geräte werden gesucht…</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>%1 free of %2</source>
        <translation>%1 von %2 frei</translation>
    </message>
    <message>
        <source>not in this build</source>
        <translation>nicht in dieser Version enthalten</translation>
    </message>
    <message>
        <source>not in this build: the CPU is used</source>
        <translation>nicht in dieser Version enthalten: die CPU wird benutzt</translation>
    </message>
    <message>
        <source>NVIDIA driver</source>
        <translation>NVIDIA-Treiber</translation>
    </message>
    <message>
        <source>%1 (needed: %2 or newer)</source>
        <translation>%1 (nötig: %2 oder neuer)</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>What fits</source>
        <translation>Was passt</translation>
    </message>
    <message>
        <source>The sample model, which trains on the processor in minutes. The published models need a GPU.</source>
        <translation>Das Beispielmodell, das sich auf dem Prozessor in Minuten trainieren lässt. Die veröffentlichten Modelle brauchen eine GPU.</translation>
    </message>
    <message>
        <source>The sample model. The published models need more GPU memory.</source>
        <translation>Das Beispielmodell. Die veröffentlichten Modelle brauchen mehr GPU-Speicher.</translation>
    </message>
    <message>
        <source>LoRAs that fit</source>
        <translation>Passende LoRAs</translation>
    </message>
    <message>
        <source>Full fine-tuning</source>
        <translation>Volles Fine-Tuning</translation>
    </message>
</context>
<context>
    <name>TrainPage</name>
    <message>
        <source>Train</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Choose a preset, change what you like, and start.</source>
        <translation>Eine Vorlage wählen, nach Wunsch ändern und starten.</translation>
    </message>
    <message>
        <source>In the queue: %1</source>
        <translation>In der Auftragsliste: %1</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Starten</translation>
    </message>
    <message>
        <source>Freezes the settings and trains with them, before all jobs that wait.</source>
        <translation>Friert die Einstellungen ein und trainiert damit, vor allen wartenden Aufträgen.</translation>
    </message>
    <message>
        <source>Add to &amp;queue</source>
        <translation>E&amp;inreihen</translation>
    </message>
    <message>
        <source>Freezes the settings and trains with them behind the jobs that wait.</source>
        <translation>Friert die Einstellungen ein und trainiert damit nach den wartenden Aufträgen.</translation>
    </message>
    <message>
        <source>Takes back the last change of a setting.</source>
        <translation>Macht die letzte Änderung einer Einstellung rückgängig.</translation>
    </message>
    <message>
        <source>Makes the change again that was taken back.</source>
        <translation>Führt die rückgängig gemachte Änderung wieder aus.</translation>
    </message>
    <message>
        <source>Save as &amp;preset…</source>
        <translation>Als &amp;Vorlage speichern…</translation>
    </message>
    <message>
        <source>Keeps these settings as a preset of your own.</source>
        <translation>Bewahrt diese Einstellungen als eigene Vorlage auf.</translation>
    </message>
    <message>
        <source>&amp;Fit to my GPU</source>
        <translation>An &amp;meine GPU anpassen</translation>
    </message>
    <message>
        <source>Finds the settings of memory that fit what is free now and cost least time.</source>
        <translation>Findet die Speicher-Einstellungen, die in das jetzt Freie passen und am wenigsten Zeit kosten.</translation>
    </message>
    <message>
        <source>Search &amp;settings</source>
        <translation>Einstellungen &amp;durchsuchen</translation>
    </message>
    <message>
        <source>Moves to the search of the settings.</source>
        <translation>Springt zur Suche in den Einstellungen.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>Vorlagen</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Views of the run</source>
        <translation>Ansichten des Laufs</translation>
    </message>
    <message>
        <source>Run file</source>
        <translation>Laufdatei</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Plan and explanation</source>
        <translation>Plan und Erklärung</translation>
    </message>
    <message>
        <source>Choose a dataset</source>
        <translation>Datensatz wählen</translation>
    </message>
    <message>
        <source>Take the settings of a run</source>
        <translation>Einstellungen eines Laufs übernehmen</translation>
    </message>
    <message>
        <source>Use the preset “%1”</source>
        <translation>Vorlage „%1“ benutzen</translation>
    </message>
    <message>
        <source>Save as preset</source>
        <translation>Als Vorlage speichern</translation>
    </message>
    <message>
        <source>Name of the preset:</source>
        <translation>Name der Vorlage:</translation>
    </message>
    <message>
        <source>Take over the model&apos;s family and task</source>
        <translation>Familie und Aufgabe des Modells übernehmen</translation>
    </message>
    <message>
        <source>The engine is not loaded: nothing can be trained.</source>
        <translation>Die Engine ist nicht geladen: Training ist nicht möglich.</translation>
    </message>
    <message>
        <source>The run file cannot be read: see its underlined lines.</source>
        <translation>Die Laufdatei ist nicht lesbar: siehe ihre unterstrichenen Zeilen.</translation>
    </message>
    <message numerus="yes">
        <source>%n settings are missing or wrong.</source>
        <translation>
            <numerusform>%n Einstellung fehlt oder ist falsch.</numerusform>
            <numerusform>%n Einstellungen fehlen oder sind falsch.</numerusform>
        </translation>
    </message>
    <message>
        <source>Freezing the run…</source>
        <translation>Lauf wird eingefroren…</translation>
    </message>
    <message>
        <source>Ready to start.</source>
        <translation>Bereit zum Start.</translation>
    </message>
    <message>
        <source>No project is open. A run is kept in a project, with its dataset, checkpoints and clips.</source>
        <translation>Es ist kein Projekt geöffnet. Ein Lauf liegt in einem Projekt, mit Datensatz, Checkpoints und Clips.</translation>
    </message>
    <message>
        <source>&amp;Undo a setting</source>
        <translation>Einstellung &amp;rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo a setting</source>
        <translation>Einstellung &amp;wiederholen</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Modell wählen</translation>
    </message>
</context>
<context>
    <name>VideoView</name>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>The wheel zooms, dragging moves the picture, a double click fits it.</source>
        <translation>Das Mausrad zoomt, Ziehen verschiebt das Bild, ein Doppelklick passt es ein.</translation>
    </message>
</context>
<context>
    <name>charts</name>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Held-out clips</source>
        <translation>Zurückgehaltene Clips</translation>
    </message>
    <message>
        <source>Loss by timestep</source>
        <translation>Loss nach Zeitschritt</translation>
    </message>
    <message>
        <source>Loss, averaged</source>
        <translation>Loss, gemittelt</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>Gradientennorm</translation>
    </message>
    <message>
        <source>Norm before clipping</source>
        <translation>Norm vor dem Begrenzen</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittdauer</translation>
    </message>
    <message>
        <source>Seconds a step</source>
        <translation>Sekunden je Schritt</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPU-Speicher</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>Belegt</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>Reserviert</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation>Hauptspeicher</translation>
    </message>
    <message>
        <source>This process</source>
        <translation>Dieser Prozess</translation>
    </message>
</context>
<context>
    <name>edits</name>
    <message>
        <source>Edit a caption</source>
        <translation>Beschreibung bearbeiten</translation>
    </message>
    <message>
        <source>Remove captions</source>
        <translation>Beschreibungen entfernen</translation>
    </message>
    <message>
        <source>Find and replace in captions</source>
        <translation>Suchen und Ersetzen in Beschreibungen</translation>
    </message>
    <message>
        <source>Add a prefix to captions</source>
        <translation>Beschreibungen vorn ergänzen</translation>
    </message>
    <message>
        <source>Add a suffix to captions</source>
        <translation>Beschreibungen hinten ergänzen</translation>
    </message>
    <message>
        <source>Caption clips by program</source>
        <translation>Clips durch ein Programm beschreiben</translation>
    </message>
    <message>
        <source>Remove clips</source>
        <translation>Clips entfernen</translation>
    </message>
    <message>
        <source>Change in and out points</source>
        <translation>Anfang und Ende ändern</translation>
    </message>
    <message>
        <source>Change the crop</source>
        <translation>Beschnitt ändern</translation>
    </message>
    <message>
        <source>Choose a bucket</source>
        <translation>Bucket wählen</translation>
    </message>
    <message>
        <source>Split clips</source>
        <translation>Clips teilen</translation>
    </message>
    <message>
        <source>Add a tag</source>
        <translation>Schlagwort hinzufügen</translation>
    </message>
    <message>
        <source>Remove a tag</source>
        <translation>Schlagwort entfernen</translation>
    </message>
    <message>
        <source>Change the buckets</source>
        <translation>Buckets ändern</translation>
    </message>
    <message>
        <source>Change the project&apos;s settings</source>
        <translation>Projekteinstellungen ändern</translation>
    </message>
    <message>
        <source>Import clips</source>
        <translation>Clips importieren</translation>
    </message>
    <message>
        <source>Relink sources</source>
        <translation>Quellen neu zuordnen</translation>
    </message>
    <message>
        <source>Edit captions</source>
        <translation>Beschreibungen ändern</translation>
    </message>
</context>
<context>
    <name>errors</name>
    <message>
        <source>{file} could not be written ({step}): {reason}.</source>
        <translation>{file} konnte nicht geschrieben werden ({step}): {reason}.</translation>
    </message>
    <message>
        <source>Check the free space and the permissions of its folder. The old file, if any, is unchanged.</source>
        <translation>Freien Speicherplatz und Berechtigungen des Ordners prüfen. Eine schon vorhandene Datei ist unverändert.</translation>
    </message>
    <message>
        <source>{file} could not be read: {reason}.</source>
        <translation>{file} konnte nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>Check that the file exists and that you may read it.</source>
        <translation>Prüfen, ob die Datei vorhanden ist und gelesen werden darf.</translation>
    </message>
    <message>
        <source>{file} has more than {limit} bytes, which no file of its kind has.</source>
        <translation>{file} hat mehr als {limit} Bytes, was keine Datei dieser Art hat.</translation>
    </message>
    <message>
        <source>It is damaged or something else: check that it is the right file.</source>
        <translation>Sie ist beschädigt oder etwas anderes: prüfen, ob es die richtige Datei ist.</translation>
    </message>
    <message>
        <source>The filter has more than {limit} terms.</source>
        <translation>Der Filter hat mehr als {limit} Ausdrücke.</translation>
    </message>
    <message>
        <source>Put words that belong together in quotes.</source>
        <translation>Wörter, die zusammengehören, in Anführungszeichen setzen.</translation>
    </message>
    <message>
        <source>{file} cannot be locked: {reason}.</source>
        <translation>{file} kann nicht gesperrt werden: {reason}.</translation>
    </message>
    <message>
        <source>Check that you may write to its folder and that its file system supports locks.</source>
        <translation>Prüfen, ob in den Ordner geschrieben werden darf und ob das Dateisystem Sperren unterstützt.</translation>
    </message>
    <message>
        <source>The folder {folder} cannot be used: {reason}.</source>
        <translation>Der Ordner {folder} kann nicht benutzt werden: {reason}.</translation>
    </message>
    <message>
        <source>Check its permissions and the free space, or set {variable}.</source>
        <translation>Berechtigungen und freien Speicherplatz prüfen oder {variable} setzen.</translation>
    </message>
    <message>
        <source>{file}, line {line}: not a training sample ({reason}).</source>
        <translation>{file}, Zeile {line}: kein Sample für das Training ({reason}).</translation>
    </message>
    <message>
        <source>The file is written when a run is queued and is not meant to be edited: queue the run again.</source>
        <translation>Die Datei wird geschrieben, wenn ein Lauf in die Auftragsliste kommt, und soll nicht bearbeitet werden: den Lauf erneut einreihen.</translation>
    </message>
    <message>
        <source>{device} computes wrongly: a matrix product is off by {error} (relative).</source>
        <translation>{device} rechnet falsch: Ein Matrixprodukt weicht um {error} ab (relativ).</translation>
    </message>
    <message>
        <source>Update its driver; if that does not help, the device may be damaged or overclocked.</source>
        <translation>Den Treiber aktualisieren; hilft das nicht, ist das Gerät vielleicht defekt oder übertaktet.</translation>
    </message>
    <message>
        <source>The engine knows no jobs of kind “{kind}”.</source>
        <translation>Die Engine kennt keine Aufträge der Art „{kind}“.</translation>
    </message>
    <message>
        <source>Program and engine are of different versions: run installers/run.sh again.</source>
        <translation>Programm und Engine haben verschiedene Versionen: installers/run.sh erneut ausführen.</translation>
    </message>
    <message>
        <source>The GPU reported an error: {what}.</source>
        <translation>Die GPU meldete einen Fehler: {what}.</translation>
    </message>
    <message>
        <source>LibTorch reported an error: {what}.</source>
        <translation>LibTorch meldete einen Fehler: {what}.</translation>
    </message>
    <message>
        <source>This is a mistake in Framewright: please report it with the log file.</source>
        <translation>Das ist ein Fehler in Framewright: bitte zusammen mit der Protokolldatei melden.</translation>
    </message>
    <message>
        <source>“{verb}” is not a verb of the job queue.</source>
        <translation>„{verb}“ ist kein Befehl der Auftragsliste.</translation>
    </message>
    <message>
        <source>Program and engine are of different versions: update both.</source>
        <translation>Programm und Engine haben verschiedene Versionen: beide aktualisieren.</translation>
    </message>
    <message>
        <source>The engine {file} is not there.</source>
        <translation>Die Engine {file} ist nicht vorhanden.</translation>
    </message>
    <message>
        <source>Run installers/run.sh again: it fetches LibTorch and builds the engine.</source>
        <translation>installers/run.sh erneut ausführen: Es lädt LibTorch herunter und baut die Engine.</translation>
    </message>
    <message>
        <source>The engine {file} cannot be opened: {reason}.</source>
        <translation>Die Engine {file} kann nicht geöffnet werden: {reason}.</translation>
    </message>
    <message>
        <source>LibTorch is missing or damaged. Run installers/run.sh again: it mends both.</source>
        <translation>LibTorch fehlt oder ist beschädigt. installers/run.sh erneut ausführen: Es repariert beides.</translation>
    </message>
    <message>
        <source>The engine {file} belongs to another version of Framewright.</source>
        <translation>Die Engine {file} gehört zu einer anderen Version von Framewright.</translation>
    </message>
    <message>
        <source>Run installers/run.sh again: it builds program and engine together.</source>
        <translation>installers/run.sh erneut ausführen: Es baut Programm und Engine zusammen.</translation>
    </message>
    <message>
        <source>“{name}” is not an event, state or level of the job queue.</source>
        <translation>„{name}“ ist weder ein Ereignis noch ein Zustand noch eine Stufe der Auftragsliste.</translation>
    </message>
    <message>
        <source>The computer ran out of memory.</source>
        <translation>Dem Rechner ging der Arbeitsspeicher aus.</translation>
    </message>
    <message>
        <source>Close other programs, or choose smaller sizes.</source>
        <translation>Andere Programme schließen oder kleinere Größen wählen.</translation>
    </message>
    <message>
        <source>The job met an error it does not know: {what}.</source>
        <translation>Im Auftrag trat ein unbekannter Fehler auf: {what}.</translation>
    </message>
    <message>
        <source>Check that its drive is connected and that you may use the file and its folder.</source>
        <translation>Prüfen, ob das Laufwerk verbunden ist und ob die Datei und ihr Ordner benutzt werden dürfen.</translation>
    </message>
    <message>
        <source>Jobs of kind “{kind}” cannot be run here.</source>
        <translation>Aufträge der Art „{kind}“ können hier nicht ausgeführt werden.</translation>
    </message>
    <message>
        <source>The engine is not loaded: “framewright-cli info” says why.</source>
        <translation>Die Engine ist nicht geladen: „framewright-cli info“ nennt den Grund.</translation>
    </message>
    <message>
        <source>There is no job {job}.</source>
        <translation>Es gibt keinen Auftrag {job}.</translation>
    </message>
    <message>
        <source>Job {job} is {state}: “{verb}” cannot be done now.</source>
        <translation>Der Auftrag {job} hat den Zustand {state}: „{verb}“ ist jetzt nicht möglich.</translation>
    </message>
    <message>
        <source>Jobs of kind “{kind}” do not know “{verb}”.</source>
        <translation>Aufträge der Art „{kind}“ kennen „{verb}“ nicht.</translation>
    </message>
    <message>
        <source>No NVIDIA driver was found, so the CPU is used.</source>
        <translation>Es wurde kein NVIDIA-Treiber gefunden, daher wird die CPU benutzt.</translation>
    </message>
    <message>
        <source>With an NVIDIA card: install driver {minimum} or newer (Debian: nvidia-driver) and restart.</source>
        <translation>Bei einer NVIDIA-Karte den Treiber {minimum} oder neuer installieren (Debian: nvidia-driver) und neu starten.</translation>
    </message>
    <message>
        <source>The NVIDIA driver {driver} is too old, so the CPU is used.</source>
        <translation>Der NVIDIA-Treiber {driver} ist zu alt, daher wird die CPU benutzt.</translation>
    </message>
    <message>
        <source>Install driver {minimum} or newer and restart.</source>
        <translation>Den Treiber {minimum} oder neuer installieren und neu starten.</translation>
    </message>
    <message>
        <source>{file} could not be opened: {reason}.</source>
        <translation>{file} konnte nicht geöffnet werden: {reason}.</translation>
    </message>
    <message>
        <source>Tensor {tensor} could not be read from {file}: {reason}.</source>
        <translation>Der Tensor {tensor} konnte nicht aus {file} gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>Check the disk, and that nothing changes the file while it is read.</source>
        <translation>Den Datenträger prüfen und sicherstellen, dass nichts die Datei während des Lesens verändert.</translation>
    </message>
    <message>
        <source>The file is damaged or not a safetensors file: copy, download or save it again.</source>
        <translation>Die Datei ist beschädigt oder keine safetensors-Datei: erneut kopieren, herunterladen oder speichern.</translation>
    </message>
    <message>
        <source>{file} is cut short: it has {size} bytes, its length field and header need {expected}.</source>
        <translation>{file} ist abgeschnitten: Die Datei hat {size} Bytes, Längenfeld und Header brauchen {expected}.</translation>
    </message>
    <message>
        <source>{file} claims a header of {length} bytes; the format allows {limit}.</source>
        <translation>{file} gibt einen Header von {length} Bytes an; das Format erlaubt {limit}.</translation>
    </message>
    <message>
        <source>The header of {file} is not valid JSON (at byte {position}).</source>
        <translation>Der Header von {file} ist kein gültiges JSON (bei Byte {position}).</translation>
    </message>
    <message>
        <source>The header of {file} is not a JSON object of tensors: found {found} at {place}.</source>
        <translation>Der Header von {file} ist kein JSON-Objekt aus Tensoren: gefunden wurde {found} bei {place}.</translation>
    </message>
    <message>
        <source>The metadata of {file} must be strings, but {key} is {found}.</source>
        <translation>Die Metadaten von {file} müssen Zeichenketten sein, {key} ist aber {found}.</translation>
    </message>
    <message>
        <source>{file} lists {name} twice.</source>
        <translation>{file} führt {name} zweimal auf.</translation>
    </message>
    <message>
        <source>{file}: {field} of tensor {tensor} must be {expected}, but is {found}.</source>
        <translation>{file}: {field} des Tensors {tensor} muss {expected} sein, ist aber {found}.</translation>
    </message>
    <message>
        <source>{file}: tensor {tensor} has an unknown field {field}.</source>
        <translation>{file}: Der Tensor {tensor} hat ein unbekanntes Feld {field}.</translation>
    </message>
    <message>
        <source>{file}: tensor {tensor} has no {field}.</source>
        <translation>{file}: Dem Tensor {tensor} fehlt {field}.</translation>
    </message>
    <message>
        <source>{file}: tensor {tensor} has the data type {dtype}, which is not supported.</source>
        <translation>{file}: Der Tensor {tensor} hat den Datentyp {dtype}, der nicht unterstützt wird.</translation>
    </message>
    <message>
        <source>Convert the file to F32, F16 or BF16.</source>
        <translation>Die Datei in F32, F16 oder BF16 umwandeln.</translation>
    </message>
    <message>
        <source>{file}: the shape {shape} of tensor {tensor} is larger than any file can be.</source>
        <translation>{file}: Die Form {shape} des Tensors {tensor} ist größer, als eine Datei sein kann.</translation>
    </message>
    <message>
        <source>{file}: tensor {tensor} of type {dtype} and shape {shape} needs {expected} bytes, but its offsets {begin} to {end} do not span that many.</source>
        <translation>{file}: Der Tensor {tensor} vom Typ {dtype} und der Form {shape} braucht {expected} Bytes, seine Offsets {begin} bis {end} umfassen aber nicht so viele.</translation>
    </message>
    <message>
        <source>{file} is cut short: tensor {tensor} ends at byte {end} of the data, which has {size}.</source>
        <translation>{file} ist abgeschnitten: Der Tensor {tensor} endet bei Byte {end} der Daten, die nur {size} umfassen.</translation>
    </message>
    <message>
        <source>{file}: the data of tensors {tensor} and {other} overlap.</source>
        <translation>{file}: Die Daten der Tensoren {tensor} und {other} überlappen sich.</translation>
    </message>
    <message>
        <source>{file}: {count} bytes of data after tensor {tensor} belong to no tensor.</source>
        <translation>{file}: {count} Datenbytes nach dem Tensor {tensor} gehören zu keinem Tensor.</translation>
    </message>
    <message>
        <source>{folder} holds no safetensors weights.</source>
        <translation>{folder} enthält keine safetensors-Gewichte.</translation>
    </message>
    <message>
        <source>Download the model&apos;s .safetensors files; .bin and .pt files have to be converted first.</source>
        <translation>Die .safetensors-Dateien des Modells herunterladen; .bin- und .pt-Dateien müssen erst umgewandelt werden.</translation>
    </message>
    <message>
        <source>{folder} holds several weight files and none has a usual name: {files}.</source>
        <translation>{folder} enthält mehrere Gewichtsdateien, von denen keine einen üblichen Namen hat: {files}.</translation>
    </message>
    <message>
        <source>Name the file to use itself instead of its folder.</source>
        <translation>Statt des Ordners die gewünschte Datei selbst angeben.</translation>
    </message>
    <message>
        <source>{file} is not a shard index: {reason}.</source>
        <translation>{file} ist kein Shard-Index: {reason}.</translation>
    </message>
    <message>
        <source>Download the file again.</source>
        <translation>Die Datei erneut herunterladen.</translation>
    </message>
    <message>
        <source>{file} names files that are not there: {missing}.</source>
        <translation>{file} nennt Dateien, die nicht vorhanden sind: {missing}.</translation>
    </message>
    <message>
        <source>Download the missing files into the same folder.</source>
        <translation>Die fehlenden Dateien in denselben Ordner herunterladen.</translation>
    </message>
    <message>
        <source>{file} names {count} tensors that its files do not hold: {missing}.</source>
        <translation>{file} nennt {count} Tensoren, die seine Dateien nicht enthalten: {missing}.</translation>
    </message>
    <message>
        <source>Index and files are not of one checkpoint: download them again.</source>
        <translation>Index und Dateien stammen nicht vom selben Checkpoint: beide erneut herunterladen.</translation>
    </message>
    <message>
        <source>{file} has no tensor named {tensor}.</source>
        <translation>{file} enthält keinen Tensor namens {tensor}.</translation>
    </message>
    <message>
        <source>Check that the file belongs to this model.</source>
        <translation>Prüfen, ob die Datei zu diesem Modell gehört.</translation>
    </message>
    <message>
        <source>There is no device “{device}” here.</source>
        <translation>Hier gibt es kein Gerät „{device}“.</translation>
    </message>
    <message>
        <source>This computer has: {devices}.</source>
        <translation>Dieser Rechner hat: {devices}.</translation>
    </message>
    <message>
        <source>The LoRA does not fit this model: {problems}.</source>
        <translation>Das LoRA passt nicht zu diesem Modell: {problems}.</translation>
    </message>
    <message>
        <source>Use it with the model that it was trained on.</source>
        <translation>Mit dem Modell verwenden, mit dem es trainiert wurde.</translation>
    </message>
    <message>
        <source>{tensor} holds {count} values that are not finite numbers.</source>
        <translation>{tensor} enthält {count} Werte, die keine endlichen Zahlen sind.</translation>
    </message>
    <message>
        <source>The file is of no use. Go back to an older checkpoint and lower the learning rate.</source>
        <translation>Die Datei ist unbrauchbar. Zu einem älteren Checkpoint zurückgehen und die Lernrate senken.</translation>
    </message>
    <message>
        <source>{tensor} is zero everywhere.</source>
        <translation>{tensor} ist überall null.</translation>
    </message>
    <message>
        <source>It is not trained: look at the learning rate, its warm-up and the adapted modules.</source>
        <translation>Der Tensor ist nicht trainiert: Lernrate, Warm-up und angepasste Module prüfen.</translation>
    </message>
    <message>
        <source>{tensor} is {ratio} times as large as tensors of its kind are (root mean square {rms}).</source>
        <translation>{tensor} ist {ratio}-mal so groß wie andere Tensoren dieser Art (quadratisches Mittel {rms}).</translation>
    </message>
    <message>
        <source>The run may be diverging there. Look at the clips before you go on.</source>
        <translation>Der Lauf divergiert dort möglicherweise. Vor dem Weitermachen die Clips ansehen.</translation>
    </message>
    <message>
        <source>{file} is no LoRA of this model: {problems}.</source>
        <translation>{file} ist kein LoRA dieses Modells: {problems}.</translation>
    </message>
    <message>
        <source>Readable are LoRA files in the key formats of diffusers, ComfyUI and kohya.</source>
        <translation>Lesbar sind LoRA-Dateien in den Schlüsselformaten von diffusers, ComfyUI und kohya.</translation>
    </message>
    <message>
        <source>{folder} exists already.</source>
        <translation>{folder} ist schon vorhanden.</translation>
    </message>
    <message>
        <source>Choose a new folder.</source>
        <translation>Einen neuen Ordner wählen.</translation>
    </message>
    <message>
        <source>&quot;{pattern}&quot; is no regular expression: {reason}.</source>
        <translation>„{pattern}“ ist kein regulärer Ausdruck: {reason}.</translation>
    </message>
    <message>
        <source>Give the end of a module&apos;s name, such as to_q, or mend the expression.</source>
        <translation>Das Ende eines Modulnamens angeben, etwa to_q, oder den Ausdruck berichtigen.</translation>
    </message>
    <message>
        <source>No module of this model is meant by {patterns}.</source>
        <translation>Auf {patterns} passt kein Modul dieses Modells.</translation>
    </message>
    <message>
        <source>Its linear layers are named like these: {examples}.</source>
        <translation>Seine linearen Schichten heißen etwa so: {examples}.</translation>
    </message>
    <message>
        <source>No bucket has been chosen.</source>
        <translation>Es ist kein Bucket gewählt.</translation>
    </message>
    <message>
        <source>Name buckets as FxHxW, or let them be proposed.</source>
        <translation>Buckets als FxHxW angeben oder vorschlagen lassen.</translation>
    </message>
    <message>
        <source>Clip {clip} has {frames} frames, the shortest bucket takes {needed}.</source>
        <translation>Clip {clip} hat {frames} Frames, der kürzeste Bucket braucht {needed}.</translation>
    </message>
    <message>
        <source>Add a bucket with fewer frames, or remove the clip.</source>
        <translation>Einen Bucket mit weniger Frames hinzufügen oder den Clip entfernen.</translation>
    </message>
    <message>
        <source>Clip {clip} is a single frame and no bucket has one frame.</source>
        <translation>Clip {clip} ist ein einzelner Frame, und kein Bucket hat nur einen Frame.</translation>
    </message>
    <message>
        <source>Add a bucket of one frame, or remove the clip.</source>
        <translation>Einen Bucket mit einem Frame hinzufügen oder den Clip entfernen.</translation>
    </message>
    <message>
        <source>Clip {clip} has {frames} frames and cannot fill the bucket {bucket} chosen for it.</source>
        <translation>Clip {clip} hat {frames} Frames und kann den für ihn gewählten Bucket {bucket} nicht füllen.</translation>
    </message>
    <message>
        <source>Choose another bucket for it, or none.</source>
        <translation>Einen anderen Bucket für ihn wählen oder keinen.</translation>
    </message>
    <message>
        <source>{clips} of {all} clips fit no bucket and would not be trained on.</source>
        <translation>{clips} von {all} Clips passen in keinen Bucket und würden nicht trainiert.</translation>
    </message>
    <message>
        <source>Add a bucket with fewer frames, or remove the clips.</source>
        <translation>Einen Bucket mit weniger Frames hinzufügen oder die Clips entfernen.</translation>
    </message>
    <message>
        <source>No clip fits the bucket {bucket}.</source>
        <translation>Kein Clip passt in den Bucket {bucket}.</translation>
    </message>
    <message>
        <source>Remove the bucket.</source>
        <translation>Den Bucket entfernen.</translation>
    </message>
    <message>
        <source>The bucket {bucket} has {samples} samples, fewer than a batch of {batch}.</source>
        <translation>Der Bucket {bucket} hat {samples} Samples, weniger als ein Batch von {batch}.</translation>
    </message>
    <message>
        <source>Its samples are seen in smaller batches: remove the bucket, add clips, or lower the batch size.</source>
        <translation>Seine Samples kommen in kleineren Batches vor: den Bucket entfernen, Clips hinzufügen oder die Batchgröße senken.</translation>
    </message>
    <message>
        <source>{clips} clips are smaller than their bucket and would be enlarged, up to {scale} times.</source>
        <translation>{clips} Clips sind kleiner als ihr Bucket und würden vergrößert, bis auf das {scale}-Fache.</translation>
    </message>
    <message>
        <source>Add a smaller bucket or remove the clips: a model learns the blur as well.</source>
        <translation>Einen kleineren Bucket hinzufügen oder die Clips entfernen: Ein Modell lernt auch die Unschärfe.</translation>
    </message>
    <message>
        <source>{clips} clips lose more than {limit}% of their picture, clip {clip} the most with {share}%.</source>
        <translation>{clips} Clips verlieren mehr als {limit}&#xa0;% ihres Bildes, am meisten Clip {clip} mit {share}&#xa0;%.</translation>
    </message>
    <message>
        <source>Add a bucket nearer to their aspect ratio, or crop them by hand.</source>
        <translation>Einen Bucket mit ähnlicherem Seitenverhältnis hinzufügen oder die Clips von Hand beschneiden.</translation>
    </message>
    <message>
        <source>The clips have {lowest} to {highest} frames a second and are not resampled, so motion would differ in speed.</source>
        <translation>Die Clips haben {lowest} bis {highest} Frames pro Sekunde und werden nicht auf eine gemeinsame Bildrate gebracht; Bewegungen wären daher unterschiedlich schnell.</translation>
    </message>
    <message>
        <source>Set a frame rate to which all clips are resampled.</source>
        <translation>Eine Bildrate festlegen, auf die alle Clips umgerechnet werden.</translation>
    </message>
    <message>
        <source>{clips} clips have fewer than {fps} frames a second (clip {clip}: {lowest}): frames would be repeated and motion would stutter.</source>
        <translation>{clips} Clips haben weniger als {fps} Frames pro Sekunde (Clip {clip}: {lowest}): Frames würden wiederholt und Bewegungen ruckeln.</translation>
    </message>
    <message>
        <source>Remove these clips, or train at a lower frame rate.</source>
        <translation>Diese Clips entfernen oder mit einer niedrigeren Bildrate trainieren.</translation>
    </message>
    <message>
        <source>{model} takes heights and widths in multiples of {multiple} and was trained on {step}N+1 frames up to {most}, at {fps} frames a second and up to {height}x{width}.</source>
        <translation>{model} nimmt Höhen und Breiten in Vielfachen von {multiple} und wurde mit {step}N+1 Frames bis höchstens {most} trainiert, bei {fps} Frames pro Sekunde und bis zu {height}x{width}.</translation>
    </message>
    <message>
        <source>A sample may have {megapixels} million pixels (frames x height x width).</source>
        <translation>Ein Sample darf {megapixels} Millionen Pixel haben (Frames x Höhe x Breite).</translation>
    </message>
    <message>
        <source>{vram} of device memory leave room for {megapixels} million pixels (frames x height x width) a sample at a batch of {batch}; this is an estimate.</source>
        <translation>{vram} Gerätespeicher lassen bei einem Batch von {batch} Platz für {megapixels} Millionen Pixel (Frames x Höhe x Breite) je Sample; das ist eine Schätzung.</translation>
    </message>
    <message>
        <source>{buckets}: {clips} of {all} clips find a bucket and keep {picture}% of their picture and {frames}% of their frames.</source>
        <translation>{buckets}: {clips} von {all} Clips finden einen Bucket und behalten {picture}&#xa0;% ihres Bildes und {frames}&#xa0;% ihrer Frames.</translation>
    </message>
    <message>
        <source>No bucket fits: the clips are shorter than {fewest} frames, or the budget is too small for {least}.</source>
        <translation>Kein Bucket passt: Die Clips sind kürzer als {fewest} Frames, oder das Budget reicht nicht für {least}.</translation>
    </message>
    <message>
        <source>Add longer clips, or raise the budget.</source>
        <translation>Längere Clips hinzufügen oder das Budget erhöhen.</translation>
    </message>
    <message>
        <source>The bucket {bucket}: {model} takes heights and widths in multiples of {multiple}.</source>
        <translation>Der Bucket {bucket}: {model} nimmt Höhen und Breiten in Vielfachen von {multiple}.</translation>
    </message>
    <message>
        <source>The nearest is {nearest}.</source>
        <translation>Am nächsten liegt {nearest}.</translation>
    </message>
    <message>
        <source>The bucket {bucket}: {model} takes only {nearest}.</source>
        <translation>Der Bucket {bucket}: {model} nimmt nur {nearest}.</translation>
    </message>
    <message>
        <source>Its position embeddings were learned for this size alone.</source>
        <translation>Die Positions-Embeddings des Modells wurden allein für diese Größe gelernt.</translation>
    </message>
    <message>
        <source>The bucket {bucket}: {model} takes {step}k+1 frames.</source>
        <translation>Der Bucket {bucket}: {model} nimmt {step}k+1 Frames.</translation>
    </message>
    <message>
        <source>The bucket {bucket}: {model} was trained on {step}N+1 frames up to {most}.</source>
        <translation>Der Bucket {bucket}: {model} wurde mit {step}N+1 Frames bis höchstens {most} trainiert.</translation>
    </message>
    <message>
        <source>It runs, but {nearest} is what the model knows.</source>
        <translation>Es läuft, aber vertraut ist dem Modell {nearest}.</translation>
    </message>
    <message>
        <source>{flag}: &quot;{value}&quot; is not a bucket.</source>
        <translation>{flag}: „{value}“ ist kein Bucket.</translation>
    </message>
    <message>
        <source>Write frames, height and width as 49x480x720.</source>
        <translation>Frames, Höhe und Breite in der Form 49x480x720 schreiben.</translation>
    </message>
    <message>
        <source>{flag}: &quot;{value}&quot; is not a positive whole number.</source>
        <translation>{flag}: „{value}“ ist keine positive ganze Zahl.</translation>
    </message>
    <message>
        <source>{flag} is missing: frames, heights and widths make buckets only together.</source>
        <translation>{flag} fehlt: Frames, Höhen und Breiten ergeben nur zusammen Buckets.</translation>
    </message>
    <message>
        <source>Name all three lists, or video_resolution_buckets alone.</source>
        <translation>Alle drei Listen angeben oder nur video_resolution_buckets.</translation>
    </message>
    <message>
        <source>{file} is missing.</source>
        <translation>{file} fehlt.</translation>
    </message>
    <message>
        <source>Name a model folder in diffusers layout: it holds model_index.json, transformer, vae, text_encoder, tokenizer and scheduler.</source>
        <translation>Einen Modellordner im diffusers-Layout angeben: Er enthält model_index.json, transformer, vae, text_encoder, tokenizer und scheduler.</translation>
    </message>
    <message>
        <source>{file} is not a model&apos;s configuration: {reason}.</source>
        <translation>{file} ist keine Modellkonfiguration: {reason}.</translation>
    </message>
    <message>
        <source>{folder} holds a {class}, which is not supported.</source>
        <translation>{folder} enthält ein Modell der Klasse {class}, das nicht unterstützt wird.</translation>
    </message>
    <message>
        <source>{model} makes clips with heights and widths in multiples of {multiple}, not {height}x{width}.</source>
        <translation>{model} erzeugt Clips mit Höhen und Breiten in Vielfachen von {multiple}, nicht {height}x{width}.</translation>
    </message>
    <message>
        <source>The nearest heights are: {heights}. The nearest widths are: {widths}.</source>
        <translation>Die nächstliegenden Höhen sind: {heights}. Die nächstliegenden Breiten sind: {widths}.</translation>
    </message>
    <message>
        <source>{model} makes only clips of {nearest} (height x width), not {height}x{width}.</source>
        <translation>{model} erzeugt nur Clips der Größe {nearest} (Höhe x Breite), nicht {height}x{width}.</translation>
    </message>
    <message>
        <source>{model} makes clips of {step}k+1 frames, not {frames}.</source>
        <translation>{model} erzeugt Clips mit {step}k+1 Frames, nicht {frames}.</translation>
    </message>
    <message>
        <source>The nearest are: {nearest}.</source>
        <translation>Am nächsten liegen: {nearest}.</translation>
    </message>
    <message>
        <source>There are no clips of {size} (frames x height x width).</source>
        <translation>Clips der Größe {size} (Frames x Höhe x Breite) gibt es nicht.</translation>
    </message>
    <message>
        <source>Each number must be from 1 to {limit}.</source>
        <translation>Jede Zahl muss zwischen 1 und {limit} liegen.</translation>
    </message>
    <message>
        <source>{file} starts no training: no command in it runs a Python file with flags.</source>
        <translation>{file} startet kein Training: Kein Befehl darin führt eine Python-Datei mit Flags aus.</translation>
    </message>
    <message>
        <source>Give the launch script of finetrainers or CogVideoX-Factory.</source>
        <translation>Das Startskript von finetrainers oder CogVideoX-Factory angeben.</translation>
    </message>
    <message>
        <source>--{flag} {value}: no setting has this name.</source>
        <translation>--{flag} {value}: Keine Einstellung hat diesen Namen.</translation>
    </message>
    <message>
        <source>Look for its purpose in the reference page of settings.</source>
        <translation>Auf der Referenzseite der Einstellungen nach dem Zweck suchen.</translation>
    </message>
    <message>
        <source>--{flag} {value}: not possible for {key}.</source>
        <translation>--{flag} {value}: für {key} nicht möglich.</translation>
    </message>
    <message>
        <source>It must be a {type} {limits}; the default is used.</source>
        <translation>Erforderlich: {type} {limits}; der Standardwert wird benutzt.</translation>
    </message>
    <message>
        <source>--{flag} {value}: not part of a run file.</source>
        <translation>--{flag} {value}: kein Teil einer Laufdatei.</translation>
    </message>
    <message>
        <source>{advice}</source>
        <translation>{advice}</translation>
    </message>
    <message>
        <source>{file}, line {line}: {what}.</source>
        <translation>{file}, Zeile {line}: {what}.</translation>
    </message>
    <message>
        <source>Import the videos with `framewright-cli dataset import` and freeze them with `precompute`.</source>
        <translation>Die Videos mit `framewright-cli dataset import` importieren und mit `precompute` einfrieren.</translation>
    </message>
    <message>
        <source>Latents and embeddings are always precomputed by `framewright-cli precompute`.</source>
        <translation>Latents und Embeddings werden immer mit `framewright-cli precompute` vorausberechnet.</translation>
    </message>
    <message>
        <source>Curves are kept in the project, as TensorBoard files and as CSV.</source>
        <translation>Kurven werden im Projekt, als TensorBoard-Dateien und als CSV aufbewahrt.</translation>
    </message>
    <message>
        <source>Nothing needs to be set for it here.</source>
        <translation>Dafür muss hier nichts eingestellt werden.</translation>
    </message>
    <message>
        <source>The run uses one device: see run.device.</source>
        <translation>Der Lauf benutzt ein einziges Gerät: siehe run.device.</translation>
    </message>
    <message>
        <source>It belongs to models that this version does not train.</source>
        <translation>Das gehört zu Modellen, die diese Version nicht trainiert.</translation>
    </message>
    <message>
        <source>Validation counts steps: see validation.validation_steps.</source>
        <translation>Die Validierung zählt Schritte: siehe validation.validation_steps.</translation>
    </message>
    <message>
        <source>Nothing is uploaded.</source>
        <translation>Es wird nichts hochgeladen.</translation>
    </message>
    <message>
        <source>See training.mixed_precision.</source>
        <translation>Siehe training.mixed_precision.</translation>
    </message>
    <message>
        <source>See validation.offload; model is the default.</source>
        <translation>Siehe validation.offload; model ist der Standardwert.</translation>
    </message>
    <message>
        <source>Give --resume latest on the command line.</source>
        <translation>Auf der Befehlszeile --resume latest angeben.</translation>
    </message>
    <message>
        <source>The model is a folder on disk: choose its version when you download it.</source>
        <translation>Das Modell ist ein Ordner auf dem Datenträger: Seine Version wird beim Herunterladen gewählt.</translation>
    </message>
    <message>
        <source>See run.allow_tf32.</source>
        <translation>Siehe run.allow_tf32.</translation>
    </message>
    <message>
        <source>Put the prompts into validation.validation_prompts.</source>
        <translation>Die Prompts in validation.validation_prompts eintragen.</translation>
    </message>
    <message>
        <source>Put the scaled rate into optimizer.lr yourself.</source>
        <translation>Die skalierte Lernrate selbst in optimizer.lr eintragen.</translation>
    </message>
    <message>
        <source>Only Prodigy and CAME have it.</source>
        <translation>Das gibt es nur bei Prodigy und CAME.</translation>
    </message>
    <message>
        <source>Only Prodigy has it.</source>
        <translation>Das gibt es nur bei Prodigy.</translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: {reason}.</source>
        <translation>{file}:{line}:{column}: {reason}.</translation>
    </message>
    <message>
        <source>Run files are TOML: key = value, text in quotes.</source>
        <translation>Laufdateien sind TOML: Schlüssel = Wert, Texte in Anführungszeichen.</translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: there is no setting {key}.</source>
        <translation>{file}:{line}:{column}: Eine Einstellung {key} gibt es nicht.</translation>
    </message>
    <message>
        <source>The reference page of settings lists all of them.</source>
        <translation>Die Referenzseite der Einstellungen führt alle auf.</translation>
    </message>
    <message>
        <source>Did you mean {nearest}?</source>
        <translation>War {nearest} gemeint?</translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: {key} is {given}, not a {wanted}.</source>
        <translation>{file}:{line}:{column}: {key} ist {given}; erwartet wird: {wanted}.</translation>
    </message>
    <message>
        <source>Write it as {example}.</source>
        <translation>In der Form {example} schreiben.</translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: {key} cannot be {value}.</source>
        <translation>{file}:{line}:{column}: {key} kann nicht {value} sein.</translation>
    </message>
    <message>
        <source>It must be {limits}.</source>
        <translation>Zulässig ist: {limits}.</translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: {key}: &quot;{value}&quot; is no {wanted}.</source>
        <translation>{file}:{line}:{column}: {key}: „{value}“ ist ungültig; erwartet wird: {wanted}.</translation>
    </message>
    <message>
        <source>An example: {example}</source>
        <translation>Ein Beispiel: {example}</translation>
    </message>
    <message>
        <source>{file}: {key} is missing.</source>
        <translation>{file}: {key} fehlt.</translation>
    </message>
    <message>
        <source>Add it: {explanation}</source>
        <translation>Die Einstellung ergänzen: {explanation}</translation>
    </message>
    <message>
        <source>{file}: neither training.train_steps nor training.train_epochs says when the run ends.</source>
        <translation>{file}: Weder training.train_steps noch training.train_epochs legt fest, wann der Lauf endet.</translation>
    </message>
    <message>
        <source>Give one of them.</source>
        <translation>Eine der beiden Einstellungen angeben.</translation>
    </message>
    <message>
        <source>{file}: there are {prompts} validation prompts and {images} validation images.</source>
        <translation>{file}: Es gibt {prompts} Validierungsprompts und {images} Validierungsbilder.</translation>
    </message>
    <message>
        <source>Image-to-video takes one image for each prompt.</source>
        <translation>Bild-zu-Video braucht für jeden Prompt ein Bild.</translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: {key} does nothing in this run.</source>
        <translation>{file}:{line}:{column}: {key} bewirkt in diesem Lauf nichts.</translation>
    </message>
    <message>
        <source>It counts only when {condition}.</source>
        <translation>Die Einstellung gilt nur unter dieser Bedingung: {condition}.</translation>
    </message>
    <message>
        <source>a table</source>
        <translation>eine Tabelle</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>eine Liste</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>ein Text</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>a date or time</source>
        <translation>ein Datum oder eine Uhrzeit</translation>
    </message>
    <message>
        <source>device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>prompt with a size</source>
        <translation>Prompt mit Größenangabe</translation>
    </message>
    <message>
        <source>module name</source>
        <translation>Modulname</translation>
    </message>
    <message>
        <source>regular expression</source>
        <translation>regulärer Ausdruck</translation>
    </message>
    <message>
        <source>{key} cannot be set in this run file: {reason}.</source>
        <translation>{key} kann in dieser Laufdatei nicht gesetzt werden: {reason}.</translation>
    </message>
    <message>
        <source>Write the table as [{table}] with one key a line and try again.</source>
        <translation>Die Tabelle als [{table}] mit einem Schlüssel je Zeile schreiben und es noch einmal versuchen.</translation>
    </message>
    <message>
        <source>&quot;{text}&quot; sets nothing: {reason}.</source>
        <translation>„{text}“ setzt keine Einstellung: {reason}.</translation>
    </message>
    <message>
        <source>Write it as key=value, for example {example}.</source>
        <translation>In der Form Schlüssel=Wert schreiben, zum Beispiel {example}.</translation>
    </message>
    <message>
        <source>{text} is no run: there is no run.toml in it.</source>
        <translation>{text} ist kein Lauf: Darin liegt keine run.toml.</translation>
    </message>
    <message>
        <source>Give a folder below runs/, or latest.</source>
        <translation>Einen Ordner unter runs/ oder latest angeben.</translation>
    </message>
    <message>
        <source>The run&apos;s folder {folder} could not be made: {reason}.</source>
        <translation>Der Ordner {folder} des Laufs konnte nicht angelegt werden: {reason}.</translation>
    </message>
    <message>
        <source>Check the permissions and the space of the folder in run.output_dir.</source>
        <translation>Berechtigungen und Speicherplatz des Ordners in run.output_dir prüfen.</translation>
    </message>
    <message>
        <source>The folder of {file} is not there.</source>
        <translation>Der Ordner für {file} ist nicht vorhanden.</translation>
    </message>
    <message>
        <source>Make it first, or choose another place for the clip.</source>
        <translation>Den Ordner vorher anlegen oder einen anderen Ort für den Clip wählen.</translation>
    </message>
    <message>
        <source>{file} is no name for a clip.</source>
        <translation>{file} ist kein Name für einen Clip.</translation>
    </message>
    <message>
        <source>Use .mp4, .gif or .webp, or no extension for a folder of PNG pictures.</source>
        <translation>.mp4, .gif oder .webp benutzen oder keine Endung für einen Ordner mit PNG-Bildern.</translation>
    </message>
    <message>
        <source>This clip cannot be made: {problems}</source>
        <translation>Dieser Clip kann nicht erzeugt werden: {problems}</translation>
    </message>
    <message>
        <source>{place} has no “{key}”.</source>
        <translation>{place} kennt kein „{key}“.</translation>
    </message>
    <message>
        <source>{place} lacks “{key}”.</source>
        <translation>In {place} fehlt „{key}“.</translation>
    </message>
    <message>
        <source>{key} is {value}, not {wanted}.</source>
        <translation>{key} ist {value}, nicht {wanted}.</translation>
    </message>
    <message>
        <source>It may be of another version of Framewright. Make the job again.</source>
        <translation>Es stammt vielleicht von einer anderen Version von Framewright. Den Auftrag neu anlegen.</translation>
    </message>
    <message>
        <source>“{value}” is not a value of {key}.</source>
        <translation>„{value}“ ist kein Wert für {key}.</translation>
    </message>
    <message>
        <source>Choose one of: {choices}.</source>
        <translation>Einen dieser Werte wählen: {choices}.</translation>
    </message>
    <message>
        <source>The log names each of them. Mend or remove these clips, then run precompute again.</source>
        <translation>Das Protokoll nennt jedes einzelne. Diese Clips reparieren oder entfernen und precompute erneut ausführen.</translation>
    </message>
    <message>
        <source>The transformer in {folder} takes {channels} input channels and gives {outputs}: it is no model for {task}.</source>
        <translation>Der Transformer in {folder} nimmt {channels} Eingangskanäle und liefert {outputs}: Er ist kein Modell für {task}.</translation>
    </message>
    <message>
        <source>Choose the other task in training.task or another model folder.</source>
        <translation>In training.task die andere Aufgabe oder einen anderen Modellordner wählen.</translation>
    </message>
    <message>
        <source>A picture cannot be cropped or resized so: {reason}.</source>
        <translation>Ein Bild kann so weder beschnitten noch skaliert werden: {reason}.</translation>
    </message>
    <message>
        <source>Correct the crop or the size.</source>
        <translation>Den Beschnitt oder die Größe korrigieren.</translation>
    </message>
    <message>
        <source>Check that it exists and that you may read it.</source>
        <translation>Prüfen, ob die Datei vorhanden ist und gelesen werden darf.</translation>
    </message>
    <message>
        <source>{file} has zero bytes.</source>
        <translation>{file} hat null Bytes.</translation>
    </message>
    <message>
        <source>Copy or download it again.</source>
        <translation>Erneut kopieren oder herunterladen.</translation>
    </message>
    <message>
        <source>{file} is neither a video nor a picture: {reason}.</source>
        <translation>{file} ist weder ein Video noch ein Bild: {reason}.</translation>
    </message>
    <message>
        <source>Open it in a player: if it plays there, convert it to MP4; if not, remove it.</source>
        <translation>In einem Player öffnen: Lässt sich die Datei dort abspielen, in MP4 umwandeln; sonst entfernen.</translation>
    </message>
    <message>
        <source>{file} is cut off or was never finished: the index at its end is missing ({reason}).</source>
        <translation>{file} ist abgeschnitten oder wurde nie fertiggestellt: Der Index am Ende fehlt ({reason}).</translation>
    </message>
    <message>
        <source>Copy or download it again; a recording may be mended by the program that made it.</source>
        <translation>Erneut kopieren oder herunterladen; eine Aufnahme lässt sich vielleicht mit dem Programm reparieren, das sie erstellt hat.</translation>
    </message>
    <message>
        <source>{file} is an animated WebP, which cannot be decoded.</source>
        <translation>{file} ist ein animiertes WebP und kann nicht dekodiert werden.</translation>
    </message>
    <message>
        <source>Convert it to MP4 or to a folder of PNG pictures first.</source>
        <translation>Zuerst in MP4 oder in einen Ordner mit PNG-Bildern umwandeln.</translation>
    </message>
    <message>
        <source>{file} holds no video, only {tracks}.</source>
        <translation>{file} enthält kein Video, nur {tracks}.</translation>
    </message>
    <message>
        <source>Remove it from the list of clips.</source>
        <translation>Aus der Liste der Clips entfernen.</translation>
    </message>
    <message>
        <source>{file} is coded as {codec}, for which there is no decoder here.</source>
        <translation>{file} ist als {codec} kodiert, wofür es hier keinen Decoder gibt.</translation>
    </message>
    <message>
        <source>Convert it to H.264 first.</source>
        <translation>Zuerst in H.264 umwandeln.</translation>
    </message>
    <message>
        <source>No frame of {file} can be decoded: {reason}.</source>
        <translation>Kein Frame von {file} lässt sich dekodieren: {reason}.</translation>
    </message>
    <message>
        <source>{file} could not be decoded at {second} s (frame {frame}): {reason}.</source>
        <translation>{file} konnte bei {second} s (Frame {frame}) nicht dekodiert werden: {reason}.</translation>
    </message>
    <message>
        <source>The file is damaged there: copy it again, or cut the clip before that second.</source>
        <translation>Die Datei ist dort beschädigt: erneut kopieren oder den Clip vor dieser Sekunde enden lassen.</translation>
    </message>
    <message>
        <source>{file} is damaged at {second} s: frame {frame} is decoded in part only.</source>
        <translation>{file} ist bei {second} s beschädigt: Frame {frame} wird nur teilweise dekodiert.</translation>
    </message>
    <message>
        <source>Copy the file again, or cut the clip before that second.</source>
        <translation>Die Datei erneut kopieren oder den Clip vor dieser Sekunde enden lassen.</translation>
    </message>
    <message>
        <source>Frame {frame} of {file} was asked for, but it has {frames} frames, counted from 0.</source>
        <translation>Frame {frame} von {file} wurde angefordert, die Datei hat aber {frames} Frames, gezählt ab 0.</translation>
    </message>
    <message>
        <source>Choose a frame below {frames}.</source>
        <translation>Eine Framenummer unter {frames} wählen.</translation>
    </message>
    <message>
        <source>{file} cannot give the sample: {reason}.</source>
        <translation>{file} kann das Sample nicht liefern: {reason}.</translation>
    </message>
    <message>
        <source>Correct the clip&apos;s in and out points, crop or size.</source>
        <translation>Anfang und Ende, Beschnitt oder Größe des Clips korrigieren.</translation>
    </message>
    <message>
        <source>{file} gives {available} frames at {fps} frames a second, the sample needs {needed}.</source>
        <translation>{file} liefert bei {fps} Frames pro Sekunde {available} Frames, das Sample braucht {needed}.</translation>
    </message>
    <message>
        <source>Choose a bucket with fewer frames, a higher frame rate or a longer cut.</source>
        <translation>Einen Bucket mit weniger Frames, eine höhere Bildrate oder einen längeren Ausschnitt wählen.</translation>
    </message>
    <message>
        <source>{file} could not be written: {reason}.</source>
        <translation>{file} konnte nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>Check the free space and the permissions of its folder.</source>
        <translation>Freien Speicherplatz und Berechtigungen des Ordners prüfen.</translation>
    </message>
    <message>
        <source>{file} cannot be made: {reason}.</source>
        <translation>{file} kann nicht erzeugt werden: {reason}.</translation>
    </message>
    <message>
        <source>Change the size, the rate or the format.</source>
        <translation>Größe, Bildrate oder Format ändern.</translation>
    </message>
    <message>
        <source>{file} is cut off: it gives {frames} frames, up to {second} s.</source>
        <translation>{file} ist abgeschnitten: Die Datei liefert {frames} Frames, bis {second} s.</translation>
    </message>
    <message>
        <source>Copy or download it again, or use what it has.</source>
        <translation>Erneut kopieren oder herunterladen oder das Vorhandene benutzen.</translation>
    </message>
    <message>
        <source>{file} is damaged in {places} places, first at {second} s: {reason}.</source>
        <translation>{file} ist an {places} Stellen beschädigt, zuerst bei {second} s: {reason}.</translation>
    </message>
    <message>
        <source>Copy or download it again, or cut around the damage.</source>
        <translation>Erneut kopieren oder herunterladen oder um die Schäden herum schneiden.</translation>
    </message>
    <message>
        <source>A latent of {frames} x {height} x {width} cannot be cut into patches of {patch}.</source>
        <translation>Ein Latent der Größe {frames} x {height} x {width} lässt sich nicht in Patches der Größe {patch} zerlegen.</translation>
    </message>
    <message>
        <source>Choose frames, height and width that the model takes.</source>
        <translation>Frames, Höhe und Breite wählen, die das Modell annimmt.</translation>
    </message>
    <message>
        <source>This model has learned positions for latents of {height} x {width}, not {given}.</source>
        <translation>Dieses Modell hat Positionen für Latents der Größe {height} x {width} gelernt, nicht {given}.</translation>
    </message>
    <message>
        <source>Choose the height and width that the model was trained at.</source>
        <translation>Die Höhe und Breite wählen, mit denen das Modell trainiert wurde.</translation>
    </message>
    <message>
        <source>{component} does not describe a model that can be built: {problems}.</source>
        <translation>{component} beschreibt kein Modell, das sich aufbauen lässt: {problems}.</translation>
    </message>
    <message>
        <source>Copy or download the model folder again, or choose a model of a supported family.</source>
        <translation>Den Modellordner erneut kopieren oder herunterladen oder ein Modell einer unterstützten Familie wählen.</translation>
    </message>
    <message>
        <source>{file} does not hold the weights of this model: {problems}.</source>
        <translation>{file} enthält nicht die Gewichte dieses Modells: {problems}.</translation>
    </message>
    <message>
        <source>Check that config.json and the weights belong together, or download the folder again.</source>
        <translation>Prüfen, ob config.json und die Gewichte zusammengehören, oder den Ordner erneut herunterladen.</translation>
    </message>
    <message>
        <source>The optimizer&apos;s saved state does not fit this run: {tensor} is {problem}.</source>
        <translation>Der gespeicherte Zustand des Optimierers passt nicht zu diesem Lauf: {tensor} ({problem}).</translation>
    </message>
    <message>
        <source>Resume with the run file that wrote the checkpoint; to change what is trained, start a new run from its weights.</source>
        <translation>Mit der Laufdatei fortsetzen, die den Checkpoint geschrieben hat; soll etwas anderes trainiert werden, einen neuen Lauf mit dessen Gewichten beginnen.</translation>
    </message>
    <message>
        <source>There is no learning-rate schedule called {name}.</source>
        <translation>Einen Verlauf der Lernrate namens {name} gibt es nicht.</translation>
    </message>
    <message>
        <source>Choose constant, constant_with_warmup, linear, cosine, cosine_with_restarts or polynomial.</source>
        <translation>constant, constant_with_warmup, linear, cosine, cosine_with_restarts oder polynomial wählen.</translation>
    </message>
    <message>
        <source>{file} is not a reference case: {problem}.</source>
        <translation>{file} ist kein Referenzfall: {problem}.</translation>
    </message>
    <message>
        <source>Reference cases are made by make_cases.py.</source>
        <translation>Referenzfälle werden mit make_cases.py erzeugt.</translation>
    </message>
    <message>
        <source>The case {file} lacks the input {name}.</source>
        <translation>Dem Fall {file} fehlt die Eingabe {name}.</translation>
    </message>
    <message>
        <source>Make the cases again with make_cases.py.</source>
        <translation>Die Fälle mit make_cases.py neu erzeugen.</translation>
    </message>
    <message>
        <source>The case {file} lacks the parameter {name}.</source>
        <translation>Dem Fall {file} fehlt der Parameter {name}.</translation>
    </message>
    <message>
        <source>{file} asks for {component} of the family “{family}”, which is not known here.</source>
        <translation>{file} verlangt {component} der Familie „{family}“, die hier nicht bekannt ist.</translation>
    </message>
    <message>
        <source>Update Framewright, or leave this case out.</source>
        <translation>Framewright aktualisieren oder diesen Fall auslassen.</translation>
    </message>
    <message>
        <source>There is no bound for {case} in bf16: {problem}.</source>
        <translation>Für {case} gibt es keine Schranke in bf16: {problem}.</translation>
    </message>
    <message>
        <source>Make bf16.json with tests/reference/make_bf16_bounds.py, or run without --dtype bf16.</source>
        <translation>bf16.json mit tests/reference/make_bf16_bounds.py erzeugen oder ohne --dtype bf16 ausführen.</translation>
    </message>
    <message>
        <source>{case} could not be computed: {problem}</source>
        <translation>{case} konnte nicht berechnet werden: {problem}</translation>
    </message>
    <message>
        <source>{file} is not JSON: {reason}.</source>
        <translation>{file} ist kein JSON: {reason}.</translation>
    </message>
    <message>
        <source>Copy or download the model again.</source>
        <translation>Das Modell erneut kopieren oder herunterladen.</translation>
    </message>
    <message>
        <source>The cache entry {file} is not there.</source>
        <translation>Der Eintrag {file} des Zwischenspeichers ist nicht vorhanden.</translation>
    </message>
    <message>
        <source>Run “framewright-cli precompute” again: it makes what is missing.</source>
        <translation>„framewright-cli precompute“ erneut ausführen: Es erzeugt, was fehlt.</translation>
    </message>
    <message>
        <source>The cache entry {file} is damaged: {reason}.</source>
        <translation>Der Eintrag {file} des Zwischenspeichers ist beschädigt: {reason}.</translation>
    </message>
    <message>
        <source>Run “framewright-cli precompute” again: it replaces damaged entries.</source>
        <translation>„framewright-cli precompute“ erneut ausführen: Es ersetzt beschädigte Einträge.</translation>
    </message>
    <message>
        <source>The cache folder {folder} cannot be made: {reason}.</source>
        <translation>Der Ordner {folder} für den Zwischenspeicher kann nicht angelegt werden: {reason}.</translation>
    </message>
    <message>
        <source>Check its permissions and the free space, or choose another folder.</source>
        <translation>Berechtigungen und freien Speicherplatz prüfen oder einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>{folder} is not a folder.</source>
        <translation>{folder} ist kein Ordner.</translation>
    </message>
    <message>
        <source>Name a model folder in diffusers layout.</source>
        <translation>Einen Modellordner im diffusers-Layout angeben.</translation>
    </message>
    <message>
        <source>{file} describes a “{class}”, which is not supported.</source>
        <translation>{file} beschreibt „{class}“, was nicht unterstützt wird.</translation>
    </message>
    <message>
        <source>Supported are: {known}.</source>
        <translation>Unterstützt werden: {known}.</translation>
    </message>
    <message>
        <source>{file} is not a list of parameters: {reason}.</source>
        <translation>{file} ist keine Liste von Parametern: {reason}.</translation>
    </message>
    <message>
        <source>It must hold “parameters”: names with their shapes.</source>
        <translation>Die Datei muss „parameters“ enthalten: Namen mit ihren Formen.</translation>
    </message>
    <message>
        <source>{component}: {tensor} is missing.</source>
        <translation>{component}: {tensor} fehlt.</translation>
    </message>
    <message>
        <source>{component}: {tensor} is not part of this model.</source>
        <translation>{component}: {tensor} gehört nicht zu diesem Modell.</translation>
    </message>
    <message>
        <source>{component}: {tensor} is {found} instead of {wanted}.</source>
        <translation>{component}: {tensor} ist {found} statt {wanted}.</translation>
    </message>
    <message>
        <source>{component}: the model has {found} parameters instead of {wanted}.</source>
        <translation>{component}: Das Modell hat {found} statt {wanted} Parameter.</translation>
    </message>
    <message>
        <source>The cache {folder} needs {needed} more, but its disk has {free} free.</source>
        <translation>Der Zwischenspeicher {folder} braucht noch {needed}, auf seinem Datenträger sind aber nur {free} frei.</translation>
    </message>
    <message>
        <source>Free some space, or choose a cache folder on another disk.</source>
        <translation>Speicherplatz freigeben oder für den Zwischenspeicher einen Ordner auf einem anderen Datenträger wählen.</translation>
    </message>
    <message>
        <source>{model} makes clips from a first image, and none is given.</source>
        <translation>{model} erzeugt Clips aus einem ersten Bild, es ist aber keines angegeben.</translation>
    </message>
    <message>
        <source>Give an image, or choose a text-to-video model.</source>
        <translation>Ein Bild angeben oder ein Text-zu-Video-Modell wählen.</translation>
    </message>
    <message>
        <source>{model} makes clips from text alone and cannot use an image.</source>
        <translation>{model} erzeugt Clips allein aus Text und kann kein Bild verwenden.</translation>
    </message>
    <message>
        <source>Leave the image out, or choose an image-to-video model.</source>
        <translation>Das Bild weglassen oder ein Bild-zu-Video-Modell wählen.</translation>
    </message>
    <message>
        <source>{steps} denoising steps are not possible.</source>
        <translation>{steps} Entrauschschritte sind nicht möglich.</translation>
    </message>
    <message>
        <source>Choose between 1 and 1000; 50 is usual.</source>
        <translation>Einen Wert zwischen 1 und 1000 wählen; üblich sind 50.</translation>
    </message>
    <message>
        <source>The caption of clip {clip} is not UTF-8 text.</source>
        <translation>Die Beschreibung von Clip {clip} ist kein UTF-8-Text.</translation>
    </message>
    <message>
        <source>Save the text as UTF-8.</source>
        <translation>Den Text als UTF-8 speichern.</translation>
    </message>
    <message>
        <source>There are no clips to train on.</source>
        <translation>Es gibt keine Clips, mit denen trainiert werden kann.</translation>
    </message>
    <message>
        <source>Import some, or choose another filter.</source>
        <translation>Clips importieren oder einen anderen Filter wählen.</translation>
    </message>
    <message>
        <source>{sources} sources are not where they were, first {file}.</source>
        <translation>{sources} Quellen sind nicht mehr an ihrem Ort, zuerst {file}.</translation>
    </message>
    <message>
        <source>Relink them by naming the folder that they were moved to.</source>
        <translation>Die Quellen neu zuordnen: den Ordner angeben, in den sie verschoben wurden.</translation>
    </message>
    <message>
        <source>{clips} of {all} clips have no caption.</source>
        <translation>{clips} von {all} Clips haben keine Beschreibung.</translation>
    </message>
    <message>
        <source>Write captions, or let a captioner do it.</source>
        <translation>Beschreibungen schreiben oder von einem Beschreibungsprogramm erzeugen lassen.</translation>
    </message>
    <message>
        <source>{clips} captions have more than the {limit} tokens that {model} reads; the rest is cut off.</source>
        <translation>{clips} Beschreibungen haben mehr als die {limit} Token, die {model} liest; der Rest wird abgeschnitten.</translation>
    </message>
    <message>
        <source>Shorten them.</source>
        <translation>Die Beschreibungen kürzen.</translation>
    </message>
    <message>
        <source>{clips} clips come from damaged or cut-off files.</source>
        <translation>{clips} Clips stammen aus beschädigten oder abgeschnittenen Dateien.</translation>
    </message>
    <message>
        <source>Look at them with the filter is:damaged.</source>
        <translation>Der Filter is:damaged zeigt sie an.</translation>
    </message>
    <message>
        <source>Clip {clip} cannot run from frame {in} to {out}: {file} has {frames} frames.</source>
        <translation>Clip {clip} kann nicht von Frame {in} bis {out} gehen: {file} hat {frames} Frames.</translation>
    </message>
    <message>
        <source>Choose frames from 0 to {frames}, the end after the beginning.</source>
        <translation>Frames von 0 bis {frames} wählen, das Ende nach dem Anfang.</translation>
    </message>
    <message>
        <source>The crop {crop} leaves the picture of clip {clip}, which is {size}.</source>
        <translation>Der Beschnitt {crop} ragt über das Bild von Clip {clip} hinaus, das {size} groß ist.</translation>
    </message>
    <message>
        <source>Choose a crop inside the picture.</source>
        <translation>Einen Beschnitt innerhalb des Bildes wählen.</translation>
    </message>
    <message>
        <source>The filter term &quot;{term}&quot; names an unknown field, {field}.</source>
        <translation>Der Filterausdruck „{term}“ nennt ein unbekanntes Feld, {field}.</translation>
    </message>
    <message>
        <source>Fields are {fields}.</source>
        <translation>Die Felder sind {fields}.</translation>
    </message>
    <message>
        <source>The filter term &quot;{term}&quot; has an unknown value.</source>
        <translation>Der Filterausdruck „{term}“ hat einen unbekannten Wert.</translation>
    </message>
    <message>
        <source>Possible are {values}.</source>
        <translation>Möglich sind {values}.</translation>
    </message>
    <message>
        <source>The filter term &quot;{term}&quot; compares with something that is no number.</source>
        <translation>Der Filterausdruck „{term}“ vergleicht mit etwas, das keine Zahl ist.</translation>
    </message>
    <message>
        <source>Write it as width&gt;=720.</source>
        <translation>In der Form width&gt;=720 schreiben.</translation>
    </message>
    <message>
        <source>There is no clip {clip} in the project.</source>
        <translation>Im Projekt gibt es keinen Clip {clip}.</translation>
    </message>
    <message>
        <source>List the clips to see their numbers.</source>
        <translation>Die Clips auflisten, um ihre Nummern zu sehen.</translation>
    </message>
    <message>
        <source>Clip {clip} is a part of {file}, which this layout cannot say; it is not exported.</source>
        <translation>Clip {clip} ist ein Teil von {file}; das lässt sich in diesem Layout nicht ausdrücken, daher wird er nicht exportiert.</translation>
    </message>
    <message>
        <source>Export cut clips, or choose a CSV or JSONL layout.</source>
        <translation>Die Clips als geschnittene Dateien exportieren oder ein CSV- oder JSONL-Layout wählen.</translation>
    </message>
    <message>
        <source>The caption of clip {clip} has several lines, which become one.</source>
        <translation>Die Beschreibung von Clip {clip} hat mehrere Zeilen, die zu einer werden.</translation>
    </message>
    <message>
        <source>Choose sidecars, CSV or JSONL to keep them.</source>
        <translation>Begleitdateien (sidecars), CSV oder JSONL wählen, um die Zeilen zu erhalten.</translation>
    </message>
    <message>
        <source>{file}, the source of clip {clip}, is missing.</source>
        <translation>{file}, die Quelle von Clip {clip}, fehlt.</translation>
    </message>
    <message>
        <source>Relink the project&apos;s sources.</source>
        <translation>Die Quellen des Projekts neu zuordnen.</translation>
    </message>
    <message>
        <source>{file} has {frames} frames; at least {needed} were asked for.</source>
        <translation>{file} hat {frames} Frames; verlangt waren mindestens {needed}.</translation>
    </message>
    <message>
        <source>Leave it out, or ask for fewer.</source>
        <translation>Die Datei auslassen oder weniger verlangen.</translation>
    </message>
    <message>
        <source>{file} has the same content as {other}.</source>
        <translation>{file} hat denselben Inhalt wie {other}.</translation>
    </message>
    <message>
        <source>One of them is enough.</source>
        <translation>Eine der beiden genügt.</translation>
    </message>
    <message>
        <source>Frames {in} to {out} are asked of {file}, which has {frames}.</source>
        <translation>Die Frames {in} bis {out} werden von {file} verlangt; die Datei hat {frames}.</translation>
    </message>
    <message>
        <source>Correct the row.</source>
        <translation>Die Zeile korrigieren.</translation>
    </message>
    <message>
        <source>{file} has changed since clips of it were imported.</source>
        <translation>{file} hat sich geändert, seit Clips daraus importiert wurden.</translation>
    </message>
    <message>
        <source>Remove its clips from the project first, or give the new file another name.</source>
        <translation>Zuerst die Clips dieser Datei aus dem Projekt entfernen oder der neuen Datei einen anderen Namen geben.</translation>
    </message>
    <message>
        <source>{file} does not exist.</source>
        <translation>{file} ist nicht vorhanden.</translation>
    </message>
    <message>
        <source>Correct the path, or copy the file there.</source>
        <translation>Den Pfad korrigieren oder die Datei dorthin kopieren.</translation>
    </message>
    <message>
        <source>The name of {file} is not UTF-8.</source>
        <translation>Der Name von {file} ist nicht UTF-8.</translation>
    </message>
    <message>
        <source>Rename the file.</source>
        <translation>Die Datei umbenennen.</translation>
    </message>
    <message>
        <source>The folder {file} could not be read: {reason}.</source>
        <translation>Der Ordner {file} konnte nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>Check its permissions.</source>
        <translation>Die Berechtigungen prüfen.</translation>
    </message>
    <message>
        <source>The line names no file.</source>
        <translation>Die Zeile nennt keine Datei.</translation>
    </message>
    <message>
        <source>Remove the line here and its caption in the other list.</source>
        <translation>Die Zeile hier und ihre Beschreibung in der anderen Liste entfernen.</translation>
    </message>
    <message>
        <source>{list} has {lines} lines, {other} has {others}: this line has no partner.</source>
        <translation>{list} hat {lines} Zeilen, {other} hat {others}: Zu dieser Zeile gibt es kein Gegenstück.</translation>
    </message>
    <message>
        <source>Check that the lines before it still belong together.</source>
        <translation>Prüfen, ob die Zeilen davor noch zusammengehören.</translation>
    </message>
    <message>
        <source>{folder} holds no {list}.</source>
        <translation>{folder} enthält keine {list}.</translation>
    </message>
    <message>
        <source>Name the file, or choose another layout.</source>
        <translation>Die Datei angeben oder ein anderes Layout wählen.</translation>
    </message>
    <message>
        <source>The caption is not UTF-8 text.</source>
        <translation>Die Beschreibung ist kein UTF-8-Text.</translation>
    </message>
    <message>
        <source>Save it as UTF-8. The clip is imported without a caption.</source>
        <translation>Als UTF-8 speichern. Der Clip wird ohne Beschreibung importiert.</translation>
    </message>
    <message>
        <source>The row cannot be used: {reason}.</source>
        <translation>Die Zeile kann nicht verwendet werden: {reason}.</translation>
    </message>
    <message>
        <source>{list} has no column for {what}; it has {columns}.</source>
        <translation>{list} hat keine Spalte für {what}, nur {columns}.</translation>
    </message>
    <message>
        <source>Name the column.</source>
        <translation>Die Spalte angeben.</translation>
    </message>
    <message>
        <source>The row has {captions} captions; the first one is taken.</source>
        <translation>Die Zeile hat {captions} Beschreibungen; die erste wird übernommen.</translation>
    </message>
    <message>
        <source>There is a project in {folder} already.</source>
        <translation>In {folder} gibt es schon ein Projekt.</translation>
    </message>
    <message>
        <source>Open it, or choose another folder.</source>
        <translation>Das Projekt öffnen oder einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>There is no project in {folder}.</source>
        <translation>In {folder} gibt es kein Projekt.</translation>
    </message>
    <message>
        <source>Choose the folder that holds {name}, or make a project there.</source>
        <translation>Den Ordner wählen, der {name} enthält, oder dort ein Projekt anlegen.</translation>
    </message>
    <message>
        <source>{file} was written by a newer version (schema {found}, this one knows {known}).</source>
        <translation>{file} wurde von einer neueren Version geschrieben (Schema {found}, diese kennt {known}).</translation>
    </message>
    <message>
        <source>Update Framewright to open it.</source>
        <translation>Zum Öffnen Framewright aktualisieren.</translation>
    </message>
    <message>
        <source>{file} was written by an older version (schema {found} of {known}) and cannot be changed here.</source>
        <translation>{file} wurde von einer älteren Version geschrieben (Schema {found} von {known}) und kann hier nicht geändert werden.</translation>
    </message>
    <message>
        <source>Open it once where its folder may be written to, or copy the folder.</source>
        <translation>Einmal dort öffnen, wo in den Ordner geschrieben werden darf, oder den Ordner kopieren.</translation>
    </message>
    <message>
        <source>{file} is not a project database, or it is damaged: {reason}.</source>
        <translation>{file} ist keine Projektdatenbank oder ist beschädigt: {reason}.</translation>
    </message>
    <message>
        <source>Restore it from a copy. The runs are whole without it: a new project in the same folder finds them by reindexing.</source>
        <translation>Die Datenbank aus einer Kopie wiederherstellen. Die Läufe sind auch ohne sie vollständig: Ein neues Projekt im selben Ordner findet sie wieder, wenn es die Läufe neu erfasst.</translation>
    </message>
    <message>
        <source>{file} could not be used: {reason}.</source>
        <translation>{file} konnte nicht benutzt werden: {reason}.</translation>
    </message>
    <message>
        <source>Check the free space and the permissions of its folder. Nothing of the last change was kept.</source>
        <translation>Freien Speicherplatz und Berechtigungen des Ordners prüfen. Von der letzten Änderung wurde nichts übernommen.</translation>
    </message>
    <message>
        <source>{folder} is open elsewhere ({holder}), so it can only be read here.</source>
        <translation>{folder} ist anderswo geöffnet ({holder}) und kann hier daher nur gelesen werden.</translation>
    </message>
    <message>
        <source>Close it there and open it again to make changes.</source>
        <translation>Dort schließen und erneut öffnen, um Änderungen vorzunehmen.</translation>
    </message>
    <message>
        <source>{folder} may not be written to, so the project can only be read.</source>
        <translation>In {folder} darf nicht geschrieben werden; das Projekt kann daher nur gelesen werden.</translation>
    </message>
    <message>
        <source>Change the permissions of the folder, or copy it.</source>
        <translation>Die Berechtigungen des Ordners ändern oder ihn kopieren.</translation>
    </message>
    <message>
        <source>The project {folder} is open for reading only.</source>
        <translation>Das Projekt {folder} ist nur zum Lesen geöffnet.</translation>
    </message>
    <message>
        <source>Close it where it is open for writing, and open it again.</source>
        <translation>Dort schließen, wo es zum Schreiben geöffnet ist, und erneut öffnen.</translation>
    </message>
    <message>
        <source>The run {folder} cannot be indexed: {reason}.</source>
        <translation>Der Lauf {folder} kann nicht erfasst werden: {reason}.</translation>
    </message>
    <message>
        <source>Its folder is not changed. Check run.toml and events.jsonl there.</source>
        <translation>Sein Ordner bleibt unverändert. Dort run.toml und events.jsonl prüfen.</translation>
    </message>
    <message>
        <source>The regular expression &quot;{pattern}&quot; is wrong at place {place}: {reason}.</source>
        <translation>Der reguläre Ausdruck „{pattern}“ ist an Stelle {place} falsch: {reason}.</translation>
    </message>
    <message>
        <source>A backslash before . * + ? ( ) [ ] {brace} ^ $ | takes the sign itself.</source>
        <translation>Ein Backslash vor . * + ? ( ) [ ] {brace} ^ $ | steht für das Zeichen selbst.</translation>
    </message>
    <message>
        <source>The replacement &quot;{replacement}&quot; cannot be used: {reason}.</source>
        <translation>Die Ersetzung „{replacement}“ kann nicht verwendet werden: {reason}.</translation>
    </message>
    <message>
        <source>$1 or $name stand for a group of the expression, $$ for a dollar sign.</source>
        <translation>$1 oder $name steht für eine Gruppe des Ausdrucks, $$ für ein Dollarzeichen.</translation>
    </message>
    <message>
        <source>The regular expression &quot;{pattern}&quot; takes too long on a caption of {length} characters.</source>
        <translation>Der reguläre Ausdruck „{pattern}“ braucht bei einer Beschreibung von {length} Zeichen zu lange.</translation>
    </message>
    <message>
        <source>Make it simpler: nested repetitions such as (a+)+ are the usual reason.</source>
        <translation>Den Ausdruck vereinfachen: Meist liegt es an verschachtelten Wiederholungen wie (a+)+.</translation>
    </message>
    <message>
        <source>There is nothing to search for.</source>
        <translation>Es ist kein Suchtext angegeben.</translation>
    </message>
    <message>
        <source>{file} cannot be read.</source>
        <translation>{file} kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>{steps} sampling steps are not possible with this model.</source>
        <translation>{steps} Sampling-Schritte sind mit diesem Modell nicht möglich.</translation>
    </message>
    <message>
        <source>Choose 1 to {limit} steps.</source>
        <translation>1 bis {limit} Schritte wählen.</translation>
    </message>
    <message>
        <source>There is no scheduler {name}.</source>
        <translation>Einen Scheduler {name} gibt es nicht.</translation>
    </message>
    <message>
        <source>safetensors files cannot hold tensors of type {dtype}.</source>
        <translation>safetensors-Dateien können keine Tensoren vom Typ {dtype} enthalten.</translation>
    </message>
    <message>
        <source>There is no data type “{dtype}”.</source>
        <translation>Einen Datentyp „{dtype}“ gibt es nicht.</translation>
    </message>
    <message>
        <source>Use fp32, bf16 or fp16.</source>
        <translation>fp32, bf16 oder fp16 verwenden.</translation>
    </message>
    <message>
        <source>{folder} holds no spiece.model, the T5 tokenizer.</source>
        <translation>{folder} enthält keine spiece.model, den T5-Tokenizer.</translation>
    </message>
    <message>
        <source>Download the model&apos;s tokenizer folder.</source>
        <translation>Den Tokenizer-Ordner des Modells herunterladen.</translation>
    </message>
    <message>
        <source>{file} is not a T5 tokenizer: {reason}.</source>
        <translation>{file} ist kein T5-Tokenizer: {reason}.</translation>
    </message>
    <message>
        <source>Download the file again; a pointer file of Git LFS is not enough.</source>
        <translation>Die Datei erneut herunterladen; eine Zeigerdatei von Git LFS genügt nicht.</translation>
    </message>
    <message>
        <source>This build cannot tokenize prompts: it was made without the SentencePiece library.</source>
        <translation>Diese Version kann Prompts nicht in Token zerlegen: Sie wurde ohne die Bibliothek SentencePiece gebaut.</translation>
    </message>
    <message>
        <source>Install libsentencepiece-dev and build again, or give encoded prompts.</source>
        <translation>libsentencepiece-dev installieren und neu bauen oder kodierte Prompts angeben.</translation>
    </message>
    <message>
        <source>The cached {kind} of sample {sample} cannot be used: {reason}.</source>
        <translation>Der Eintrag „{kind}“ des Samples {sample} im Zwischenspeicher kann nicht verwendet werden: {reason}.</translation>
    </message>
    <message>
        <source>Run `framewright-cli precompute` again with this run&apos;s model and dataset.</source>
        <translation>`framewright-cli precompute` mit dem Modell und dem Datensatz dieses Laufs erneut ausführen.</translation>
    </message>
    <message>
        <source>No sample is left to train on: the dataset has {total}, {in_buckets} of them in the run&apos;s buckets, and {held_out} are held out.</source>
        <translation>Für das Training bleibt kein Sample übrig: Der Datensatz hat {total}, davon {in_buckets} in den Buckets des Laufs, und {held_out} werden zurückgehalten.</translation>
    </message>
    <message>
        <source>The checkpoint {folder} cannot be used: {reason}.</source>
        <translation>Der Checkpoint {folder} kann nicht verwendet werden: {reason}.</translation>
    </message>
    <message>
        <source>Training cannot start from {file}: {reason}.</source>
        <translation>Das Training kann nicht mit {file} beginnen: {reason}.</translation>
    </message>
    <message>
        <source>The rank, the modules and the kind of training must be those of the file.</source>
        <translation>Rang, Module und Art des Trainings müssen dieselben sein wie in der Datei.</translation>
    </message>
    <message>
        <source>The result {folder} could not be written: {reason}.</source>
        <translation>Das Ergebnis {folder} konnte nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>Free some space and resume the run; its checkpoints are whole.</source>
        <translation>Speicherplatz freigeben und den Lauf fortsetzen; seine Checkpoints sind vollständig.</translation>
    </message>
    <message>
        <source>No TensorBoard file can be written in {folder}.</source>
        <translation>In {folder} kann keine TensorBoard-Datei geschrieben werden.</translation>
    </message>
    <message>
        <source>Check the folder&apos;s permissions and space, or set metrics.tensorboard = false.</source>
        <translation>Berechtigungen und Speicherplatz des Ordners prüfen oder metrics.tensorboard = false setzen.</translation>
    </message>
    <message>
        <source>Another program trains this run already: {folder} is held by {holder}.</source>
        <translation>Ein anderes Programm trainiert diesen Lauf schon: {folder} wird von {holder} belegt.</translation>
    </message>
    <message>
        <source>Wait for it or stop it there.</source>
        <translation>Warten, bis es fertig ist, oder es dort beenden.</translation>
    </message>
    <message>
        <source>The run file {file} can no longer be used: {reason}</source>
        <translation>Die Laufdatei {file} kann nicht mehr verwendet werden: {reason}</translation>
    </message>
    <message>
        <source>It was frozen when the run began; undo the change.</source>
        <translation>Sie wurde zu Beginn des Laufs eingefroren; die Änderung rückgängig machen.</translation>
    </message>
    <message>
        <source>The loss or the gradients were not finite in {count} steps in a row, up to step {step}.</source>
        <translation>Der Loss oder die Gradienten waren in {count} Schritten hintereinander nicht endlich, bis Schritt {step}.</translation>
    </message>
    <message>
        <source>The last good state is kept as a checkpoint. Lower optimizer.lr, or use bf16 or fp32 instead of fp16.</source>
        <translation>Der letzte gute Zustand ist als Checkpoint erhalten. optimizer.lr senken oder bf16 oder fp32 statt fp16 verwenden.</translation>
    </message>
    <message>
        <source>The captioner failed: {reason}.</source>
        <translation>Das Beschreibungsprogramm ist fehlgeschlagen: {reason}.</translation>
    </message>
    <message>
        <source>Try it on one file by hand, or raise the time it may take.</source>
        <translation>Von Hand an einer einzelnen Datei ausprobieren oder mehr Zeit dafür zulassen.</translation>
    </message>
    <message>
        <source>The captioner cannot be used: {reason}.</source>
        <translation>Das Beschreibungsprogramm kann nicht verwendet werden: {reason}.</translation>
    </message>
    <message>
        <source>Name a command with {file} in it, or the URL of an OpenAI-compatible server.</source>
        <translation>Einen Befehl, der {file} enthält, oder die URL eines OpenAI-kompatiblen Servers angeben.</translation>
    </message>
    <message>
        <source>&quot;{value}&quot; is no {what}.</source>
        <translation>„{value}“ ist kein gültiger Wert für {what}.</translation>
    </message>
    <message>
        <source>Possible are: {choices}.</source>
        <translation>Möglich sind: {choices}.</translation>
    </message>
    <message>
        <source>The run {run} has no checkpoint yet.</source>
        <translation>Der Lauf {run} hat noch keinen Checkpoint.</translation>
    </message>
    <message>
        <source>Let it train up to its first one.</source>
        <translation>Lassen Sie ihn bis zu seinem ersten trainieren.</translation>
    </message>
    <message>
        <source>Validation clips cannot be made: {problems}</source>
        <translation>Validierungsclips können nicht erzeugt werden: {problems}</translation>
    </message>
    <message>
        <source>Change validation.validation_prompts, or leave it empty to train without clips.</source>
        <translation>Ändern Sie validation.validation_prompts oder lassen Sie es leer, um ohne Clips zu trainieren.</translation>
    </message>
    <message>
        <source>{file} holds no latents of a clip: {reason}.</source>
        <translation>{file} enthält keine Latents eines Clips: {reason}.</translation>
    </message>
    <message>
        <source>Give a file that ends in .latents.safetensors, as generating or validating leaves it.</source>
        <translation>Geben Sie eine Datei an, die auf .latents.safetensors endet, wie sie beim Generieren oder Validieren entsteht.</translation>
    </message>
    <message>
        <source>A clip was denoised and could not be decoded: {reason}</source>
        <translation>Ein Clip wurde entrauscht, konnte aber nicht dekodiert werden: {reason}</translation>
    </message>
    <message>
        <source>Its latents are in {file}: framewright-cli generate --latents makes the clip of them, when more memory is free.</source>
        <translation>Seine Latents liegen in {file}: framewright-cli generate --latents macht daraus den Clip, sobald mehr Speicher frei ist.</translation>
    </message>
    <message>
        <source>Memory ran out in {phase}: {what} (peak {peak}).</source>
        <translation>Der Speicher ging aus ({phase}): {what} (Spitze {peak}).</translation>
    </message>
    <message>
        <source>This memory saving does not exist here; see optimizer.optimizer and sft.trained_type.</source>
        <translation>Diese Einsparung an Speicher gibt es hier nicht; siehe optimizer.optimizer und sft.trained_type.</translation>
    </message>
    <message>
        <source>The smallest optimizer here has 8 bits: adamw_8bit or adam_8bit.</source>
        <translation>Der kleinste Optimierer hat hier 8 Bit: adamw_8bit oder adam_8bit.</translation>
    </message>
    <message>
        <source>{file} is no preset: {key} is missing or wrong.</source>
        <translation>{file} ist keine Vorlage: {key} fehlt oder ist falsch.</translation>
    </message>
    <message>
        <source>A table [preset] says what a preset is for: name = &quot;…&quot;.</source>
        <translation>Eine Tabelle [preset] sagt, wofür eine Vorlage ist: name = &quot;…&quot;.</translation>
    </message>
    <message>
        <source>There is no preset {id}.</source>
        <translation>Es gibt keine Vorlage {id}.</translation>
    </message>
    <message>
        <source>framewright-cli preset list shows all of them.</source>
        <translation>framewright-cli preset list zeigt alle.</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; cannot be a preset&apos;s name.</source>
        <translation>„{name}“ kann nicht der Name einer Vorlage sein.</translation>
    </message>
    <message>
        <source>It becomes a file&apos;s name: up to 100 characters, no slash, no point in front.</source>
        <translation>Daraus wird ein Dateiname: bis zu 100 Zeichen, kein Schrägstrich, kein Punkt am Anfang.</translation>
    </message>
    <message>
        <source>There is a preset &quot;{name}&quot; already.</source>
        <translation>Es gibt schon eine Vorlage „{name}“.</translation>
    </message>
    <message>
        <source>Choose another name, or replace it.</source>
        <translation>Wählen Sie einen anderen Namen oder ersetzen Sie sie.</translation>
    </message>
    <message>
        <source>The run file cannot be planned: {problems}</source>
        <translation>Die Laufdatei lässt sich nicht planen: {problems}</translation>
    </message>
    <message>
        <source>There is nothing to fit the run to: no GPU is here.</source>
        <translation>Es gibt nichts, woran der Lauf angepasst werden könnte: Hier ist keine GPU.</translation>
    </message>
    <message>
        <source>Name a card&apos;s memory: --vram 24GiB.</source>
        <translation>Nennen Sie den Speicher einer Karte: --vram 24GiB.</translation>
    </message>
    <message>
        <source>There are no figures of a card “{card}”.</source>
        <translation>Zu einer Karte „{card}“ gibt es keine Angaben.</translation>
    </message>
    <message>
        <source>Known are: {cards}.</source>
        <translation>Bekannt sind: {cards}.</translation>
    </message>
    <message>
        <source>The run cannot be planned: {problem}</source>
        <translation>Der Lauf lässt sich nicht planen: {problem}</translation>
    </message>
    <message>
        <source>“{bucket}” is no size of clips.</source>
        <translation>„{bucket}“ ist keine Clipgröße.</translation>
    </message>
    <message>
        <source>Write FRAMESxHEIGHTxWIDTH, such as 49x480x720.</source>
        <translation>Schreiben Sie BILDERxHÖHExBREITE, zum Beispiel 49x480x720.</translation>
    </message>
    <message>
        <source>The run {run} needs too much memory here: {words}.</source>
        <translation>Der Lauf {run} braucht hier zu viel Speicher: {words}.</translation>
    </message>
    <message>
        <source>Close other programs, or begin a new run with a smaller size, batch or rank: framewright-cli train --branch {run} --set KEY=VALUE. Nothing of this run is lost.</source>
        <translation>Andere Programme schließen oder einen neuen Lauf mit kleinerer Größe, kleinerem Batch oder Rang beginnen: framewright-cli train --branch {run} --set KEY=VALUE. Von diesem Lauf ist nichts verloren.</translation>
    </message>
    <message>
        <source>These settings fit: {fit}. “Fit and resume” goes on with them from the newest checkpoint, and so does framewright-cli train --resume {run} --fit.</source>
        <translation>Diese Einstellungen passen: {fit}. „Anpassen und fortsetzen“ macht mit ihnen vom neuesten Checkpoint aus weiter, ebenso framewright-cli train --resume {run} --fit.</translation>
    </message>
    <message>
        <source>These settings fit: {fit}. They change what is learned, so they begin a new run: framewright-cli train --branch {run} {settings}. What was saved is whole.</source>
        <translation>Diese Einstellungen passen: {fit}. Sie ändern, was gelernt wird, und beginnen darum einen neuen Lauf: framewright-cli train --branch {run} {settings}. Was gespeichert wurde, ist vollständig.</translation>
    </message>
    <message>
        <source>No choice of settings fits here ({fit}). Close other programs, or choose a smaller size, batch or rank. What was saved is whole.</source>
        <translation>Keine Wahl der Einstellungen passt hier ({fit}). Andere Programme schließen oder kleinere Größe, kleineren Batch oder Rang wählen. Was gespeichert wurde, ist vollständig.</translation>
    </message>
    <message>
        <source>{file} has no samples to measure a loss of.</source>
        <translation>{file} enthält keine Samples, deren Loss sich messen ließe.</translation>
    </message>
    <message>
        <source>Choose a dataset that precompute has made ready.</source>
        <translation>Einen Datensatz wählen, den die Vorberechnung fertiggestellt hat.</translation>
    </message>
    <message>
        <source>{count} clips can be trained on: that is too few to keep some of them apart.</source>
        <translation>Auf {count} Clips kann trainiert werden: zu wenige, um einige davon beiseitezulegen.</translation>
    </message>
    <message>
        <source>Give at least two videos with captions.</source>
        <translation>Mindestens zwei Videos mit Beschreibungen angeben.</translation>
    </message>
    <message>
        <source>{key} is missing: this project has no clips in buckets yet.</source>
        <translation>{key} fehlt: Dieses Projekt hat noch keine Clips in Buckets.</translation>
    </message>
    <message>
        <source>Put its clips into buckets on the Dataset page, or choose a dataset file.</source>
        <translation>Seine Clips auf der Seite „Datensatz“ auf Buckets verteilen oder eine Datensatzdatei wählen.</translation>
    </message>
    <message>
        <source>{key}: the dataset {dataset} has no samples.</source>
        <translation>{key}: Der Datensatz {dataset} hat keine Samples.</translation>
    </message>
    <message>
        <source>Choose another one, or put clips into buckets.</source>
        <translation>Einen anderen wählen oder Clips auf Buckets verteilen.</translation>
    </message>
    <message>
        <source>{key}: the dataset has no sample of these shapes.</source>
        <translation>{key}: Der Datensatz hat kein Sample mit diesen Formen.</translation>
    </message>
    <message>
        <source>It has {buckets}. An empty list takes all of them.</source>
        <translation>Er hat {buckets}. Eine leere Liste nimmt alle.</translation>
    </message>
    <message>
        <source>The sample model is not at {folder}.</source>
        <translation>Das Beispielmodell liegt nicht in {folder}.</translation>
    </message>
    <message>
        <source>Install the files of the sample, or choose a model folder of your own.</source>
        <translation>Installieren Sie die Dateien des Beispiels, oder wählen Sie einen eigenen Modellordner.</translation>
    </message>
    <message>
        <source>{folder} is not there.</source>
        <translation>{folder} ist nicht vorhanden.</translation>
    </message>
    <message>
        <source>Attach its disk, or take the folder off the list.</source>
        <translation>Den Datenträger anschließen oder den Ordner von der Liste nehmen.</translation>
    </message>
    <message>
        <source>{folder} cannot be read.</source>
        <translation>{folder} kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>{file} is a LoRA of a kind that is not supported: {key}.</source>
        <translation>{file} ist ein LoRA einer Art, die nicht unterstützt wird: {key}.</translation>
    </message>
    <message>
        <source>The component “{component}” is missing.</source>
        <translation>Die Komponente „{component}“ fehlt.</translation>
    </message>
    <message>
        <source>{component}: {file} is missing.</source>
        <translation>{component}: {file} fehlt.</translation>
    </message>
    <message>
        <source>{component} cannot be read: {reason}.</source>
        <translation>{component} kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>{component}: shard {numbers} of {count} is missing.</source>
        <translation>{component}: Shard {numbers} von {count} fehlt.</translation>
    </message>
    <message>
        <source>Download {files} into the component&apos;s folder.</source>
        <translation>{files} in den Ordner der Komponente herunterladen.</translation>
    </message>
    <message>
        <source>{file} does not say what kind of file it shall be.</source>
        <translation>{file} lässt nicht erkennen, was für eine Datei es werden soll.</translation>
    </message>
    <message>
        <source>End its name in .mp4 or .gif; without an ending it becomes a folder of PNG pictures.</source>
        <translation>Den Namen auf .mp4 oder .gif enden lassen; ohne Endung wird daraus ein Ordner mit PNG-Bildern.</translation>
    </message>
    <message>
        <source>{file} could not be moved to the trash.</source>
        <translation>{file} konnte nicht in den Papierkorb verschoben werden.</translation>
    </message>
    <message>
        <source>Delete it in the file manager.</source>
        <translation>Die Datei im Dateimanager löschen.</translation>
    </message>
    <message>
        <source>The folder {folder} cannot be made.</source>
        <translation>Der Ordner {folder} kann nicht angelegt werden.</translation>
    </message>
    <message>
        <source>Make room for it, or see that it may be written.</source>
        <translation>Speicherplatz freigeben oder dafür sorgen, dass dort geschrieben werden darf.</translation>
    </message>
    <message>
        <source>The crop of clip {clip} leaves its picture.</source>
        <translation>Der Ausschnitt von Clip {clip} ragt aus seinem Bild.</translation>
    </message>
    <message>
        <source>Choose another crop for it, or none.</source>
        <translation>Einen anderen Ausschnitt für ihn wählen, oder keinen.</translation>
    </message>
    <message>
        <source>{file} asks for more memory than there is.</source>
        <translation>{file} verlangt mehr Speicher, als vorhanden ist.</translation>
    </message>
    <message>
        <source>Choose a shorter cut, a smaller size or a lower frame rate.</source>
        <translation>Einen kürzeren Schnitt, eine kleinere Größe oder eine niedrigere Bildrate wählen.</translation>
    </message>
    <message>
        <source>{file} has changed since it was imported.</source>
        <translation>{file} hat sich seit dem Import geändert.</translation>
    </message>
    <message>
        <source>Put the former file back, or relink the project to it; to use the new one, import it under another name.</source>
        <translation>Die frühere Datei zurücklegen oder das Projekt neu mit ihr verknüpfen; um die neue zu verwenden, sie unter einem anderen Namen importieren.</translation>
    </message>
    <message>
        <source>{sources} sources have changed since they were imported, first {file}.</source>
        <translation>{sources} Quellen haben sich seit ihrem Import geändert, zuerst {file}.</translation>
    </message>
    <message>
        <source>Put the former files back, or relink the project to them; to use the new ones, import them under another name.</source>
        <translation>Die früheren Dateien zurücklegen oder das Projekt neu mit ihnen verknüpfen; um die neuen zu verwenden, sie unter anderen Namen importieren.</translation>
    </message>
    <message>
        <source>The crop {crop} leaves the picture of {file}, which is {size}.</source>
        <translation>Der Ausschnitt {crop} ragt aus dem Bild von {file}, das {size} groß ist.</translation>
    </message>
    <message>
        <source>The newest changes of {file} are in its log, which could not be read: {reason}.</source>
        <translation>Die neuesten Änderungen von {file} stehen in seinem Protokoll, das nicht gelesen werden konnte: {reason}.</translation>
    </message>
    <message>
        <source>Open it where its folder may be written to, or close it where it is open.</source>
        <translation>Dort öffnen, wo in seinen Ordner geschrieben werden darf, oder dort schließen, wo es geöffnet ist.</translation>
    </message>
    <message>
        <source>{folder} is on a network drive, so the project is slower and readers wait for writers.</source>
        <translation>{folder} liegt auf einem Netzlaufwerk; das Projekt ist daher langsamer, und Lesen wartet auf Schreiben.</translation>
    </message>
    <message>
        <source>Keep the project on a disk of this computer; its clips may stay where they are.</source>
        <translation>Das Projekt auf einem Datenträger dieses Rechners ablegen; seine Clips können bleiben, wo sie sind.</translation>
    </message>
    <message>
        <source>{fps} is no frame rate that clips can be resampled to.</source>
        <translation>{fps} ist keine Bildrate, auf die Clips umgerechnet werden können.</translation>
    </message>
    <message>
        <source>Choose one up to 1000 frames a second, or 0 for frames as they are.</source>
        <translation>Eine bis 1000 Bilder je Sekunde wählen, oder 0 für die Bilder, wie sie sind.</translation>
    </message>
    <message>
        <source>No folder for temporary files can be made in {folder}: {reason}.</source>
        <translation>In {folder} lässt sich kein Ordner für temporäre Dateien anlegen: {reason}.</translation>
    </message>
    <message>
        <source>{count} of the {total} cache entries that the run reads cannot be used:{list}</source>
        <translation>{count} der {total} Cache-Einträge, die der Lauf liest, können nicht verwendet werden:{list}</translation>
    </message>
    <message>
        <source>`framewright-cli precompute {dataset} --model {model} --cache {cache}` makes them again.</source>
        <translation>`framewright-cli precompute {dataset} --model {model} --cache {cache}` erzeugt sie neu.</translation>
    </message>
    <message>
        <source>Move that folder elsewhere: the run then resumes from the checkpoint before it.</source>
        <translation>Diesen Ordner an einen anderen Ort verschieben: Der Lauf wird dann vom Checkpoint davor aus fortgesetzt.</translation>
    </message>
    <message>
        <source>The run was ended at step {step} before {what} could be saved: {reason}</source>
        <translation>Der Lauf wurde bei Schritt {step} beendet, bevor {what} gespeichert werden konnte: {reason}</translation>
    </message>
    <message>
        <source>What was saved before is whole: free some space and resume the run, which goes on from its newest checkpoint.</source>
        <translation>Was zuvor gespeichert wurde, ist vollständig: Speicherplatz freigeben und den Lauf fortsetzen; er beginnt bei seinem neuesten Checkpoint.</translation>
    </message>
    <message>
        <source>Check data.video_resolution_buckets and validation.held_out_samples. Parts of one video are held out together.</source>
        <translation>data.video_resolution_buckets und validation.held_out_samples prüfen. Teile eines Videos werden gemeinsam zurückgehalten.</translation>
    </message>
    <message>
        <source>Going on from {checkpoint} would drop the run&apos;s later checkpoints, up to step {step}.</source>
        <translation>Beim Fortsetzen von {checkpoint} aus gingen die späteren Checkpoints des Laufs bis Schritt {step} verloren.</translation>
    </message>
    <message>
        <source>Start a new run from it (--branch {checkpoint}), or first move the later folders elsewhere.</source>
        <translation>Von dort aus einen neuen Lauf beginnen (--branch {checkpoint}) oder zuerst die späteren Ordner an einen anderen Ort verschieben.</translation>
    </message>
    <message>
        <source>{file} exists already; it was left as it is.</source>
        <translation>{file} gibt es schon; die Datei blieb, wie sie ist.</translation>
    </message>
    <message>
        <source>Choose another name, or move that file away.</source>
        <translation>Einen anderen Namen wählen oder jene Datei verschieben.</translation>
    </message>
    <message>
        <source>{file} would overwrite {source}, from which it is made.</source>
        <translation>{file} würde {source} überschreiben, woraus es entsteht.</translation>
    </message>
    <message>
        <source>Choose another name or folder.</source>
        <translation>Einen anderen Namen oder Ordner wählen.</translation>
    </message>
    <message>
        <source>{folder} is not empty: it holds {file}.</source>
        <translation>{folder} ist nicht leer: der Ordner enthält {file}.</translation>
    </message>
    <message>
        <source>Choose a new or an empty folder. If it is what an interrupted job left, remove it first; nothing of it is used again.</source>
        <translation>Einen neuen oder leeren Ordner wählen. Was ein abgebrochener Auftrag hinterließ, zuerst entfernen; davon wird nichts wieder verwendet.</translation>
    </message>
    <message>
        <source>{failed} of {total} samples could not be read. They stay in {file}, but cannot be trained on.</source>
        <translation>{failed} von {total} Samples konnten nicht gelesen werden. Sie bleiben in {file}, aber mit ihnen kann nicht trainiert werden.</translation>
    </message>
    <message>
        <source>{folder} holds other files already.</source>
        <translation>{folder} enthält schon andere Dateien.</translation>
    </message>
    <message>
        <source>Choose an empty folder, or one that does not exist yet.</source>
        <translation>Einen leeren Ordner wählen oder einen, den es noch nicht gibt.</translation>
    </message>
    <message>
        <source>{folder} belongs to a job with other {what}: {theirs}.</source>
        <translation>{folder} gehört zu einem Auftrag mit anderen Angaben ({what}): {theirs}.</translation>
    </message>
    <message>
        <source>Choose another folder, or delete that one.</source>
        <translation>Einen anderen Ordner wählen oder jenen löschen.</translation>
    </message>
    <message>
        <source>Host memory runs low: {free} of {total} are free.</source>
        <translation>Der Arbeitsspeicher wird knapp: {free} von {total} sind frei.</translation>
    </message>
    <message>
        <source>Close other programs, or stream fewer blocks.</source>
        <translation>Schließen Sie andere Programme, oder streamen Sie weniger Blöcke.</translation>
    </message>
    <message>
        <source>The disk runs full: {free} are free where the run is written.</source>
        <translation>Die Platte läuft voll: Wo der Lauf geschrieben wird, sind {free} frei.</translation>
    </message>
    <message>
        <source>Free some space before the next checkpoint.</source>
        <translation>Schaffen Sie vor dem nächsten Checkpoint Platz.</translation>
    </message>
    <message>
        <source>The device&apos;s memory is full ({free} free): from here on some drivers spill into host memory, which is many times slower.</source>
        <translation>Der Speicher des Geräts ist voll ({free} frei): Manche Treiber weichen von hier an in den Arbeitsspeicher aus, was um ein Vielfaches langsamer ist.</translation>
    </message>
    <message>
        <source>Since the start {bytes} of the device&apos;s memory went to other programs or to the driver.</source>
        <translation>Seit dem Start gingen {bytes} des Gerätespeichers an andere Programme oder an den Treiber.</translation>
    </message>
    <message>
        <source>Close what else uses the GPU.</source>
        <translation>Schließen Sie, was die GPU sonst noch benutzt.</translation>
    </message>
    <message>
        <source>The cache {cache} is in use.</source>
        <translation>Der Cache {cache} wird gerade benutzt.</translation>
    </message>
    <message>
        <source>Wait until clips are encoded, then clean up again.</source>
        <translation>Warten Sie, bis die Clips kodiert sind, und räumen Sie dann noch einmal auf.</translation>
    </message>
    <message>
        <source>What the unfinished run {run} needs of the cache cannot be read: {reason}</source>
        <translation>Was der unfertige Lauf {run} vom Cache braucht, lässt sich nicht lesen: {reason}</translation>
    </message>
    <message>
        <source>Nothing was removed. Mend or delete this run, then clean up again.</source>
        <translation>Es wurde nichts entfernt. Reparieren oder löschen Sie diesen Lauf, und räumen Sie dann noch einmal auf.</translation>
    </message>
    <message>
        <source>Check its permissions and the free space.</source>
        <translation>Prüfen Sie seine Rechte und den freien Platz.</translation>
    </message>
    <message>
        <source>{file} is in use ({holder}).</source>
        <translation>{file} wird benutzt ({holder}).</translation>
    </message>
    <message>
        <source>The folder {folder} cannot be made: {reason}.</source>
        <translation>Der Ordner {folder} lässt sich nicht anlegen: {reason}.</translation>
    </message>
    <message>
        <source>Check the permissions and the space of the project&apos;s folder.</source>
        <translation>Prüfen Sie die Rechte und den Platz des Projektordners.</translation>
    </message>
    <message>
        <source>The project {folder} is gone: its folder was deleted, moved or replaced.</source>
        <translation>Das Projekt {folder} ist nicht mehr da: Sein Ordner wurde gelöscht, verschoben oder ersetzt.</translation>
    </message>
    <message>
        <source>The last change was not kept. Put the folder back, or open the project where it is now.</source>
        <translation>Die letzte Änderung wurde nicht behalten. Legen Sie den Ordner zurück, oder öffnen Sie das Projekt dort, wo es jetzt ist.</translation>
    </message>
    <message>
        <source>It cannot be used again before Framewright is started anew; a run resumes from its newest checkpoint, if it has one.</source>
        <translation>Sie kann erst nach einem Neustart von Framewright wieder benutzt werden; ein Lauf geht von seinem neuesten Checkpoint weiter, wenn er einen hat.</translation>
    </message>
    <message>
        <source>Choose a smaller size or batch, stream more blocks (memory.streamed_blocks) or offload activations (memory.activation_offload). What was saved is whole: a run resumes from its newest checkpoint, if it has one.</source>
        <translation>Wählen Sie eine kleinere Größe oder Batchgröße, streamen Sie mehr Blöcke (memory.streamed_blocks) oder lagern Sie Aktivierungen aus (memory.activation_offload). Was gespeichert wurde, ist ganz: Ein Lauf geht von seinem neuesten Checkpoint weiter, wenn er einen hat.</translation>
    </message>
    <message>
        <source>Free some space, then resume the run: it goes on from its newest checkpoint, if it has one.</source>
        <translation>Schaffen Sie Platz, und setzen Sie den Lauf dann fort: Er geht von seinem neuesten Checkpoint weiter, wenn er einen hat.</translation>
    </message>
    <message>
        <source>The cache holds {bytes}, more than its limit of {limit}.</source>
        <translation>Der Cache enthält {bytes}, mehr als seine Grenze von {limit}.</translation>
    </message>
    <message>
        <source>Clean it up in the settings, or raise the limit.</source>
        <translation>Räumen Sie ihn in den Einstellungen auf, oder heben Sie die Grenze an.</translation>
    </message>
    <message>
        <source>Training cannot start from {file}: it holds no {name}.</source>
        <translation>Das Training kann nicht mit {file} beginnen: Darin ist kein {name}.</translation>
    </message>
    <message>
        <source>Give a LoRA file, or a checkpoint of the same kind of training, in training.start_from.</source>
        <translation>In training.start_from eine LoRA-Datei oder einen Checkpoint der gleichen Trainingsart angeben.</translation>
    </message>
    <message>
        <source>{words}: {count} processes train together there, each on its own batch; here one does.</source>
        <translation>{words}: Dort trainieren {count} Prozesse gemeinsam, jeder mit eigenem Batch; hier ist es einer.</translation>
    </message>
    <message>
        <source>For as many clips in an update, set training.gradient_accumulation_steps = {steps}.</source>
        <translation>Für ebenso viele Clips je Aktualisierung training.gradient_accumulation_steps = {steps} setzen.</translation>
    </message>
    <message>
        <source>{words}: this may start several processes, each on its own batch; here one trains.</source>
        <translation>{words}: Das kann mehrere Prozesse starten, jeden mit eigenem Batch; hier trainiert einer.</translation>
    </message>
    <message>
        <source>For as many clips in an update, multiply training.gradient_accumulation_steps by their number.</source>
        <translation>Für ebenso viele Clips je Aktualisierung training.gradient_accumulation_steps mit ihrer Anzahl malnehmen.</translation>
    </message>
    <message>
        <source>--{flag} {value}, before the training script: not taken over.</source>
        <translation>--{flag} {value}, vor dem Trainingsskript: nicht übernommen.</translation>
    </message>
    <message>
        <source>If it changes how the weights are trained, look for a setting of its purpose.</source>
        <translation>Wenn es ändert, wie die Gewichte trainiert werden, eine Einstellung mit diesem Zweck suchen.</translation>
    </message>
    <message>
        <source>--{flag} is not given: there the launcher&apos;s configuration decides.</source>
        <translation>--{flag} ist nicht angegeben: Dort entscheidet die Konfiguration des Starters.</translation>
    </message>
    <message>
        <source>Here {key} is {value} now; change it if that one says otherwise.</source>
        <translation>Hier ist {key} nun {value}; ändern, wenn dort etwas anderes steht.</translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: {key} is {value}, but the model {model} is of {family}.</source>
        <translation>{file}:{line}:{column}: {key} ist {value}, aber das Modell {model} gehört zu {family}.</translation>
    </message>
    <message>
        <source>Write {family}, or name another model folder.</source>
        <translation>{family} schreiben oder einen anderen Modellordner angeben.</translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: {key}: the model {model} is made for {task}.</source>
        <translation>{file}:{line}:{column}: {key}: Das Modell {model} ist für {task} gemacht.</translation>
    </message>
    <message>
        <source>Take the line out: the task follows from the model.</source>
        <translation>Die Zeile entfernen: Die Aufgabe ergibt sich aus dem Modell.</translation>
    </message>
    <message>
        <source>{model} takes one picture only, the first frame.</source>
        <translation>{model} nimmt nur ein einziges Bild, das erste des Clips.</translation>
    </message>
    <message>
        <source>Leave the others out.</source>
        <translation>Lassen Sie die anderen weg.</translation>
    </message>
    <message>
        <source>This build has no networks of the family {family}.</source>
        <translation>Dieses Programm enthält keine Netze der Familie {family}.</translation>
    </message>
    <message>
        <source>It has those of: {known}.</source>
        <translation>Es enthält die von: {known}.</translation>
    </message>
</context>
<context>
    <name>job state</name>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>On hold</source>
        <translation>Zurückgehalten</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>Wird beendet</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pausiert</translation>
    </message>
    <message>
        <source>Stopped, saved</source>
        <translation>Beendet, gespeichert</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
</context>
<context>
    <name>memory</name>
    <message>
        <source>weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>adapter</source>
        <translation>Adapter</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>latents</source>
        <translation>Latents</translation>
    </message>
    <message>
        <source>embeddings</source>
        <translation>Embeddings</translation>
    </message>
    <message>
        <source>workspace</source>
        <translation>Arbeitsbereich</translation>
    </message>
    <message>
        <source>CUDA and libraries</source>
        <translation>CUDA und Bibliotheken</translation>
    </message>
    <message>
        <source>Encoding captions</source>
        <translation>Beschreibungen werden kodiert</translation>
    </message>
    <message>
        <source>Encoding clips</source>
        <translation>Clips werden kodiert</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>Making a clip</source>
        <translation>Clip erzeugen</translation>
    </message>
</context>
<context>
    <name>memory modes</name>
    <message>
        <source>One component at a time</source>
        <translation>Eine Komponente auf einmal</translation>
    </message>
    <message>
        <source>Text encoder, transformer and VAE are loaded in turn: as fast as all at once.</source>
        <translation>Text-Encoder, Transformer und VAE werden nacheinander geladen: so schnell wie alle auf einmal.</translation>
    </message>
    <message>
        <source>Everything on the device</source>
        <translation>Alles auf dem Gerät</translation>
    </message>
    <message>
        <source>All components stay where they are until the clip is made.</source>
        <translation>Alle Komponenten bleiben, wo sie sind, bis der Clip fertig ist.</translation>
    </message>
    <message>
        <source>Streamed blocks</source>
        <translation>Gestreamte Blöcke</translation>
    </message>
    <message>
        <source>Text encoder and transformer stay in host memory and come block by block: slower, for models that are larger than the device.</source>
        <translation>Text-Encoder und Transformer bleiben im Arbeitsspeicher und kommen Block für Block: langsamer, für Modelle, die größer als das Gerät sind.</translation>
    </message>
    <message>
        <source>Least memory</source>
        <translation>Speicher sparen</translation>
    </message>
    <message>
        <source>Streamed blocks, the text encoder on the CPU, and the clip decoded in tiles: seams may show faintly.</source>
        <translation>Gestreamte Blöcke, der Text-Encoder auf der CPU und der Clip in Kacheln dekodiert: Nähte können schwach sichtbar sein.</translation>
    </message>
    <message>
        <source>One component at a time, the text encoder streamed</source>
        <translation>Eine Komponente auf einmal, der Text-Encoder gestreamt</translation>
    </message>
    <message>
        <source>%1 of %2 blocks streamed</source>
        <translation>%1 von %2 Blöcken gestreamt</translation>
    </message>
</context>
<context>
    <name>model facts</name>
    <message>
        <source>%1, %2, made for clips of %3</source>
        <translation>%1, %2, gemacht für Clips mit %3</translation>
    </message>
    <message>
        <source>image to video</source>
        <translation>Bild-zu-Video</translation>
    </message>
    <message>
        <source>text to video</source>
        <translation>Text-zu-Video</translation>
    </message>
</context>
<context>
    <name>notification</name>
    <message>
        <source>, after %1</source>
        <translation>, nach %1</translation>
    </message>
</context>
<context>
    <name>phases</name>
    <message>
        <source>measuring devices</source>
        <translation>Geräte werden gemessen</translation>
    </message>
    <message>
        <source>encoding captions</source>
        <translation>Beschreibungen werden kodiert</translation>
    </message>
    <message>
        <source>encoding clips</source>
        <translation>Clips werden kodiert</translation>
    </message>
    <message>
        <source>encoding the image</source>
        <translation>Bild wird kodiert</translation>
    </message>
    <message>
        <source>decoding</source>
        <translation>Dekodieren</translation>
    </message>
    <message>
        <source>encoding the prompt</source>
        <translation>Prompt wird kodiert</translation>
    </message>
    <message>
        <source>denoising</source>
        <translation>Entrauschen</translation>
    </message>
    <message>
        <source>loading the model</source>
        <translation>Modell wird geladen</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>exporting</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>measuring</source>
        <translation>Vermessen</translation>
    </message>
    <message>
        <source>importing</source>
        <translation>Import</translation>
    </message>
    <message>
        <source>searching</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>indexing runs</source>
        <translation>Läufe werden erfasst</translation>
    </message>
    <message>
        <source>recomputing cases</source>
        <translation>Fälle werden nachgerechnet</translation>
    </message>
    <message>
        <source>counting tokens</source>
        <translation>Tokens werden gezählt</translation>
    </message>
    <message>
        <source>reading clips</source>
        <translation>Clips werden gelesen</translation>
    </message>
    <message>
        <source>merging</source>
        <translation>Zusammenführen</translation>
    </message>
    <message>
        <source>measuring the loss</source>
        <translation>Messen des Loss</translation>
    </message>
    <message>
        <source>waiting for room on the disk</source>
        <translation>Warten auf freien Speicherplatz</translation>
    </message>
    <message>
        <source>checking the cache</source>
        <translation>Prüfen des Caches</translation>
    </message>
</context>
<context>
    <name>plan</name>
    <message>
        <source>{count} of {all} blocks streamed</source>
        <translation>{count} von {all} Blöcken gestreamt</translation>
    </message>
    <message>
        <source>activations offloaded</source>
        <translation>Aktivierungen ausgelagert</translation>
    </message>
    <message>
        <source>gradient checkpointing</source>
        <translation>Gradient Checkpointing</translation>
    </message>
    <message>
        <source>every block checkpointed</source>
        <translation>jeder Block mit Checkpoint</translation>
    </message>
    <message>
        <source>8-bit optimizer</source>
        <translation>8-Bit-Optimierer</translation>
    </message>
    <message>
        <source>weights trained in bf16</source>
        <translation>Gewichte in bf16 trainiert</translation>
    </message>
    <message>
        <source>optimizer in host memory</source>
        <translation>Optimierer im Hauptspeicher</translation>
    </message>
    <message>
        <source>gradients to host memory at once</source>
        <translation>Gradienten sofort in den Hauptspeicher</translation>
    </message>
    <message>
        <source>validation with less on the device at a time</source>
        <translation>Validierung mit weniger auf einmal auf dem Gerät</translation>
    </message>
    <message>
        <source>text encoder streamed</source>
        <translation>Textencoder gestreamt</translation>
    </message>
    <message>
        <source>clips decoded in tiles</source>
        <translation>Clips in Kacheln dekodiert</translation>
    </message>
    <message>
        <source>clips decoded one by one</source>
        <translation>Clips einzeln dekodiert</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>so, wie er ist</translation>
    </message>
    <message>
        <source>, about {percent}% slower</source>
        <translation>, etwa {percent} % langsamer</translation>
    </message>
    <message>
        <source>, about {percent}% faster</source>
        <translation>, etwa {percent} % schneller</translation>
    </message>
    <message>
        <source>{what}: {needed} of {there}{cost}</source>
        <translation>{what}: {needed} von {there}{cost}</translation>
    </message>
    <message>
        <source>does not fit: {needed} of {there} even with {what}</source>
        <translation>passt nicht: {needed} von {there} selbst mit {what}</translation>
    </message>
</context>
<context>
    <name>progress</name>
    <message>
        <source>%1 per second</source>
        <translation>%1 pro Sekunde</translation>
    </message>
    <message>
        <source>%1 each</source>
        <translation>je %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>captioning</source>
        <translation>Beschreibungen werden erzeugt</translation>
    </message>
</context>
<context>
    <name>project commands</name>
    <message>
        <source>&amp;New project…</source>
        <translation>&amp;Neues Projekt…</translation>
    </message>
    <message>
        <source>Makes a project in a folder that you choose. Videos stay where they are.</source>
        <translation>Legt ein Projekt in einem Ordner Ihrer Wahl an. Videos bleiben, wo sie sind.</translation>
    </message>
    <message>
        <source>Folder for the new project</source>
        <translation>Ordner für das neue Projekt</translation>
    </message>
    <message>
        <source>&amp;Open project…</source>
        <translation>Projekt ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>Opens the project in a folder.</source>
        <translation>Öffnet das Projekt in einem Ordner.</translation>
    </message>
    <message>
        <source>Open the project in this folder</source>
        <translation>Projekt in diesem Ordner öffnen</translation>
    </message>
    <message>
        <source>&amp;Close project</source>
        <translation>Projekt &amp;schließen</translation>
    </message>
    <message>
        <source>Closes the project; the window stays open.</source>
        <translation>Schließt das Projekt; das Fenster bleibt offen.</translation>
    </message>
    <message>
        <source>Open the &amp;sample project</source>
        <translation>&amp;Beispielprojekt öffnen</translation>
    </message>
    <message>
        <source>Opens a small model with a few clips that it does not know yet: train it on them in a minute, also without a graphics card.</source>
        <translation>Öffnet ein kleines Modell mit ein paar Clips, die es noch nicht kennt: Trainieren Sie es damit in einer Minute, auch ohne Grafikkarte.</translation>
    </message>
    <message>
        <source>&amp;Look for the project…</source>
        <translation>Projekt &amp;suchen…</translation>
    </message>
    <message>
        <source>Opens the project where its folder was moved to.</source>
        <translation>Öffnet das Projekt dort, wohin sein Ordner verschoben wurde.</translation>
    </message>
    <message>
        <source>Where is the project now?</source>
        <translation>Wo ist das Projekt jetzt?</translation>
    </message>
</context>
<context>
    <name>sample</name>
    <message>
        <source>Import</source>
        <translation>Import</translation>
    </message>
    <message>
        <source>Check and buckets</source>
        <translation>Prüfung und Buckets</translation>
    </message>
    <message>
        <source>Precompute</source>
        <translation>Vorberechnung</translation>
    </message>
    <message>
        <source>Precompute held-out clips</source>
        <translation>Vorberechnung der zurückgehaltenen Clips</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Held-out loss before</source>
        <translation>Loss zurückgehaltener Clips vorher</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Held-out loss after</source>
        <translation>Loss zurückgehaltener Clips nachher</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
</context>
<context>
    <name>setting</name>
    <message>
        <source>one of %1</source>
        <translation>einer von %1</translation>
    </message>
    <message>
        <source>above %1</source>
        <translation>über %1</translation>
    </message>
    <message>
        <source>above %1, at most %2</source>
        <translation>über %1, höchstens %2</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>mindestens %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>“%1” is %2</source>
        <translation>„%1“ %2 ist</translation>
    </message>
    <message>
        <source> or </source>
        <comment>between two values</comment>
        <translation> oder </translation>
    </message>
    <message>
        <source>Counts only when %1.</source>
        <translation>Gilt nur, wenn %1.</translation>
    </message>
    <message>
        <source> and </source>
        <comment>between two conditions</comment>
        <translation> und </translation>
    </message>
</context>
<context>
    <name>settings</name>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>whole number</source>
        <translation>ganze Zahl</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>list of texts</source>
        <translation>Liste von Texten</translation>
    </message>
    <message>
        <source>Version of the file&apos;s format</source>
        <translation>Version des Dateiformats</translation>
    </message>
    <message>
        <source>The format of the run file. A program that knows only an older format refuses the file instead of misreading it.</source>
        <translation>Das Format der Laufdatei. Ein Programm, das nur ein älteres Format kennt, lehnt die Datei ab, statt sie falsch zu lesen.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>What the run is called in lists. Empty: the run file&apos;s name.</source>
        <translation>Wie der Lauf in Listen heißt. Leer: der Name der Laufdatei.</translation>
    </message>
    <message>
        <source>Folder of the runs</source>
        <translation>Ordner der Läufe</translation>
    </message>
    <message>
        <source>Where the run&apos;s own folder is made: checkpoints, samples, events and the frozen copies of this file and of the dataset. A relative path counts from the run file&apos;s folder.</source>
        <translation>Wo der eigene Ordner des Laufs angelegt wird: Checkpoints, Samples, Ereignisse und die eingefrorenen Kopien dieser Datei und des Datensatzes. Ein relativer Pfad zählt ab dem Ordner der Laufdatei.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>Start of every random number of the run: new LoRA weights, order of the clips, noise, timesteps, dropout and validation clips. Two runs with the same seed, settings and data on the CPU give the same losses bit for bit.</source>
        <translation>Ausgangswert aller Zufallszahlen des Laufs: neue LoRA-Gewichte, Reihenfolge der Clips, Rauschen, Zeitschritte, Dropout und Validierungsclips. Zwei Läufe mit gleichem Seed, gleichen Einstellungen und gleichen Daten ergeben auf der CPU Bit für Bit denselben Loss.</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>auto takes the first CUDA device, or the CPU when there is none. cpu, cuda and cuda:1 choose one.</source>
        <translation>auto nimmt das erste CUDA-Gerät oder die CPU, wenn es keines gibt. cpu, cuda und cuda:1 wählen ein bestimmtes.</translation>
    </message>
    <message>
        <source>CPU threads</source>
        <translation>CPU-Threads</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>How many threads one operation on the CPU uses; 0 takes one for each core. The number is frozen with the run, because another one changes the order of sums and so the last digits of every loss.</source>
        <translation>Wie viele Threads ein Rechenschritt auf der CPU benutzt; 0 nimmt einen je Kern. Die Anzahl wird mit dem Lauf eingefroren, denn eine andere ändert die Reihenfolge der Summen und damit die letzten Stellen jedes Loss-Werts.</translation>
    </message>
    <message>
        <source>Allow TF32</source>
        <translation>TF32 zulassen</translation>
    </message>
    <message>
        <source>Lets CUDA devices multiply fp32 matrices with ten bits of mantissa. Faster for what is computed in fp32; changes the results in the third digit.</source>
        <translation>Lässt CUDA-Geräte fp32-Matrizen mit zehn Bit Mantisse multiplizieren. Schneller bei allem, was in fp32 gerechnet wird; ändert die Ergebnisse in der dritten Stelle.</translation>
    </message>
    <message>
        <source>Model family</source>
        <translation>Modellfamilie</translation>
    </message>
    <message>
        <source>Which architecture the model folder holds.</source>
        <translation>Welche Architektur der Modellordner enthält.</translation>
    </message>
    <message>
        <source>Model folder</source>
        <translation>Modellordner</translation>
    </message>
    <message>
        <source>The model as published: a folder in diffusers layout with model_index.json. Names of models on a hub are not downloaded: give the folder on disk.</source>
        <translation>Das Modell, wie es veröffentlicht ist: ein Ordner im diffusers-Layout mit model_index.json. Namen von Modellen auf einem Hub werden nicht heruntergeladen: den Ordner auf dem Datenträger angeben.</translation>
    </message>
    <message>
        <source>Image dropout</source>
        <translation>Bild-Dropout</translation>
    </message>
    <message>
        <source>Share of the micro-batches that are trained without their first-frame image, so that the model also learns to go without it.</source>
        <translation>Anteil der Micro-Batches, die ohne das Bild ihres ersten Frames trainiert werden, damit das Modell auch lernt, ohne es auszukommen.</translation>
    </message>
    <message>
        <source>Dataset</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>The frozen dataset: dataset.jsonl as `framewright-cli precompute` writes it, one line a sample. The run keeps its own copy.</source>
        <translation>Der eingefrorene Datensatz: dataset.jsonl, wie `framewright-cli precompute` sie schreibt, eine Zeile je Sample. Der Lauf behält seine eigene Kopie.</translation>
    </message>
    <message>
        <source>Cache of latents and embeddings</source>
        <translation>Zwischenspeicher für Latents und Embeddings</translation>
    </message>
    <message>
        <source>The folder in which precompute left the latents, text embeddings and first-frame conditions that the dataset&apos;s lines name.</source>
        <translation>Der Ordner, in dem precompute die Latents, Text-Embeddings und Bedingungen des ersten Frames abgelegt hat, die in den Zeilen des Datensatzes genannt sind.</translation>
    </message>
    <message>
        <source>Resolution buckets</source>
        <translation>Auflösungs-Buckets</translation>
    </message>
    <message>
        <source>Shapes to train on, each FRAMESxHEIGHTxWIDTH. Only samples of these buckets are drawn; an empty list draws all of the dataset.</source>
        <translation>Formen, mit denen trainiert wird, jede als FRAMESxHEIGHTxWIDTH. Nur Samples dieser Buckets werden gezogen; bei einer leeren Liste der ganze Datensatz.</translation>
    </message>
    <message>
        <source>Identifier in front of captions</source>
        <translation>Triggerwort vor den Beschreibungen</translation>
    </message>
    <message>
        <source>A word that is put before every caption when the dataset is frozen and its texts are encoded, so that a prompt can call up what was learned. Put it into the validation prompts yourself.</source>
        <translation>Ein Wort, das vor jede Beschreibung gesetzt wird, wenn der Datensatz eingefroren und seine Texte kodiert werden, damit ein Prompt das Gelernte abrufen kann. In die Validierungsprompts muss es von Hand eingetragen werden.</translation>
    </message>
    <message>
        <source>Caption dropout</source>
        <translation>Beschreibungs-Dropout</translation>
    </message>
    <message>
        <source>Probability with which a sample is trained with the empty prompt instead of its caption. It keeps guidance working, which compares the two.</source>
        <translation>Wahrscheinlichkeit, mit der ein Sample mit dem leeren Prompt statt mit seiner Beschreibung trainiert wird. So bleibt die Guidance wirksam, die beide vergleicht.</translation>
    </message>
    <message>
        <source>Loading threads</source>
        <translation>Lade-Threads</translation>
    </message>
    <message>
        <source>Threads that read coming batches from the cache while the device works; 0 reads each batch when it is needed. The order of the samples does not depend on it.</source>
        <translation>Threads, die kommende Batches aus dem Zwischenspeicher lesen, während das Gerät rechnet; 0 liest jeden Batch erst, wenn er gebraucht wird. Die Reihenfolge der Samples hängt nicht davon ab.</translation>
    </message>
    <message>
        <source>What is trained</source>
        <translation>Was trainiert wird</translation>
    </message>
    <message>
        <source>lora trains small matrices beside the frozen model and saves a small file. sft trains the transformer&apos;s own weights and saves a whole model folder.</source>
        <translation>lora trainiert kleine Matrizen neben dem eingefrorenen Modell und speichert eine kleine Datei. sft trainiert die Gewichte des Transformers selbst und speichert einen ganzen Modellordner.</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>What a model that is made for several things is trained for; else it follows from the model folder. image_to_video gives the model the first frame.</source>
        <translation>Wofür ein Modell trainiert wird, das für mehreres gemacht ist; sonst ergibt es sich aus dem Modellordner. image_to_video gibt dem Modell das erste Bild.</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Updates of the weights after which the run is done. 0 counts epochs instead: then training.train_epochs must be given.</source>
        <translation>Anzahl der Aktualisierungen der Gewichte, nach denen der Lauf fertig ist. Bei 0 zählen stattdessen Epochen: Dann muss training.train_epochs angegeben sein.</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>Passes over the dataset after which the run is done. Counts only when training.train_steps is 0.</source>
        <translation>Durchgänge durch den Datensatz, nach denen der Lauf fertig ist. Gilt nur, wenn training.train_steps 0 ist.</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>Batchgröße</translation>
    </message>
    <message>
        <source>clips</source>
        <translation>Clips</translation>
    </message>
    <message>
        <source>Clips of one bucket that go through the model at once. Memory grows with it almost in proportion.</source>
        <translation>Anzahl der Clips eines Buckets, die gemeinsam durch das Modell laufen. Der Speicherbedarf wächst fast proportional mit.</translation>
    </message>
    <message>
        <source>Gradient accumulation</source>
        <translation>Gradientenakkumulation</translation>
    </message>
    <message>
        <source>batches</source>
        <translation>Batches</translation>
    </message>
    <message>
        <source>Batches whose gradients are averaged before one update: a larger batch in the memory of a small one.</source>
        <translation>Anzahl der Batches, deren Gradienten vor einer Aktualisierung gemittelt werden: ein größerer Batch im Speicher eines kleinen.</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Gradient checkpointing</source>
        <translation>Gradient Checkpointing</translation>
    </message>
    <message>
        <source>Keeps only the input of each block and computes the block again in the backward pass: about a third more time, a fraction of the memory. The gradients are the same.</source>
        <translation>Behält nur die Eingabe jedes Blocks und berechnet den Block im Rückwärtsdurchlauf noch einmal: etwa ein Drittel mehr Zeit, ein Bruchteil des Speichers. Die Gradienten sind dieselben.</translation>
    </message>
    <message>
        <source>Checkpoint every n-th block</source>
        <translation>Jeden n-ten Block neu berechnen</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>1 computes every block again; 2 only every second one, which is faster and takes more memory.</source>
        <translation>1 berechnet jeden Block noch einmal; 2 nur jeden zweiten, was schneller ist und mehr Speicher braucht.</translation>
    </message>
    <message>
        <source>Skipped steps before stopping</source>
        <translation>Übersprungene Schritte bis zum Abbruch</translation>
    </message>
    <message>
        <source>A step whose loss or gradient is not a finite number is skipped and counted. After this many in a row the run stops and keeps its last good state.</source>
        <translation>Ein Schritt, dessen Loss oder Gradient keine endliche Zahl ist, wird übersprungen und gezählt. Nach so vielen hintereinander hält der Lauf an und behält seinen letzten guten Zustand.</translation>
    </message>
    <message>
        <source>Start from trained weights</source>
        <translation>Mit trainierten Gewichten beginnen</translation>
    </message>
    <message>
        <source>Weights to go on from, at step 0: a LoRA file (diffusers, ComfyUI or kohya keys; its modules must be the run&apos;s own) or a checkpoint folder of another run. Empty: a new LoRA, or the model as published.</source>
        <translation>Gewichte, mit denen bei Schritt 0 begonnen wird: eine LoRA-Datei (Schlüssel von diffusers, ComfyUI oder kohya; ihre Module müssen die des Laufs sein) oder der Checkpoint-Ordner eines anderen Laufs. Leer: ein neues LoRA oder das Modell, wie es veröffentlicht ist.</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Inner width of the LoRA matrices: what can be learned, and the file&apos;s size, grow with it.</source>
        <translation>Innere Breite der LoRA-Matrizen: Mit ihr wächst, was gelernt werden kann, und die Größe der Datei.</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>The LoRA&apos;s effect is scaled by alpha / rank. Equal to the rank means a scale of 1.</source>
        <translation>Die Wirkung des LoRA wird mit Alpha / Rang skaliert. Ist Alpha gleich dem Rang, ist der Faktor 1.</translation>
    </message>
    <message>
        <source>Adapted modules</source>
        <translation>Angepasste Module</translation>
    </message>
    <message>
        <source>Linear layers of the transformer that get a LoRA. An entry of letters, digits, dots and underscores is the end of a module&apos;s name (to_q, attn1.to_out.0); any other entry is a regular expression that must match the whole name.</source>
        <translation>Lineare Schichten des Transformers, die ein LoRA erhalten. Ein Eintrag aus Buchstaben, Ziffern, Punkten und Unterstrichen ist das Ende eines Modulnamens (to_q, attn1.to_out.0); jeder andere Eintrag ist ein regulärer Ausdruck, der auf den ganzen Namen passen muss.</translation>
    </message>
    <message>
        <source>Trained modules</source>
        <translation>Trainierte Module</translation>
    </message>
    <message>
        <source>Modules whose weights are trained, named as in lora.target_modules; all below a named module is trained too. Empty: the whole transformer.</source>
        <translation>Module, deren Gewichte trainiert werden, benannt wie in lora.target_modules; alles unterhalb eines genannten Moduls wird mittrainiert. Leer: der ganze Transformer.</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Size of an update. 1e-4 to 1e-3 is usual for a LoRA, 1e-5 for a full fine-tune. 0 changes nothing and serves to measure.</source>
        <translation>Größe einer Aktualisierung. Üblich sind 1e-4 bis 1e-3 für ein LoRA und 1e-5 für ein vollständiges Fine-Tuning. 0 ändert nichts und dient zum Messen.</translation>
    </message>
    <message>
        <source>Beta 1</source>
        <translation>Beta 1</translation>
    </message>
    <message>
        <source>Share of the past in the running mean of the gradient.</source>
        <translation>Anteil der Vergangenheit am laufenden Mittel des Gradienten.</translation>
    </message>
    <message>
        <source>Beta 2</source>
        <translation>Beta 2</translation>
    </message>
    <message>
        <source>Share of the past in the running mean of the squared gradient.</source>
        <translation>Anteil der Vergangenheit am laufenden Mittel des quadrierten Gradienten.</translation>
    </message>
    <message>
        <source>Epsilon</source>
        <translation>Epsilon</translation>
    </message>
    <message>
        <source>Keeps the division by the gradient&apos;s root mean square finite.</source>
        <translation>Hält die Division durch das quadratische Mittel des Gradienten endlich.</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>Weight Decay</translation>
    </message>
    <message>
        <source>Pull of the trained weights towards zero.</source>
        <translation>Wie stark die trainierten Gewichte gegen null gezogen werden.</translation>
    </message>
    <message>
        <source>Largest gradient norm</source>
        <translation>Größte Gradientennorm</translation>
    </message>
    <message>
        <source>All gradients together are scaled down to this norm when theirs is larger, so that one odd batch does no harm.</source>
        <translation>Alle Gradienten zusammen werden auf diese Norm verkleinert, wenn ihre eigene größer ist, damit ein einzelner ungewöhnlicher Batch keinen Schaden anrichtet.</translation>
    </message>
    <message>
        <source>Gradient clipping</source>
        <translation>Gradientenbegrenzung</translation>
    </message>
    <message>
        <source>When the gradients are scaled down to the largest norm: once per update, or after each micro-batch, as finetrainers does. Without gradient accumulation both are the same.</source>
        <translation>Wann die Gradienten auf die größte Norm verkleinert werden: einmal je Aktualisierung oder nach jedem Micro-Batch, wie es finetrainers tut. Ohne Gradientenakkumulation ist beides dasselbe.</translation>
    </message>
    <message>
        <source>Learning-rate schedule</source>
        <translation>Verlauf der Lernrate</translation>
    </message>
    <message>
        <source>How the learning rate changes over the steps. All but constant rise from 0 during the warm-up; linear, cosine, cosine_with_restarts and polynomial then fall towards 0 at the last step.</source>
        <translation>Wie sich die Lernrate über die Schritte ändert. Alle außer constant steigen während des Warm-ups von 0 an; linear, cosine, cosine_with_restarts und polynomial fallen danach bis zum letzten Schritt gegen 0.</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>Warm-up</translation>
    </message>
    <message>
        <source>Updates over which the learning rate rises from 0.</source>
        <translation>Anzahl der Aktualisierungen, über die die Lernrate von 0 ansteigt.</translation>
    </message>
    <message>
        <source>Cycles</source>
        <translation>Zyklen</translation>
    </message>
    <message>
        <source>How often cosine_with_restarts falls from the full rate to 0.</source>
        <translation>Wie oft cosine_with_restarts von der vollen Lernrate auf 0 fällt.</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Potenz</translation>
    </message>
    <message>
        <source>Exponent of polynomial; 1 is a straight line.</source>
        <translation>Exponent von polynomial; 1 ist eine Gerade.</translation>
    </message>
    <message>
        <source>Checkpoint every</source>
        <translation>Checkpoint-Abstand</translation>
    </message>
    <message>
        <source>Steps between two checkpoints from which the run can be resumed exactly. A crash costs at most the steps since the last one.</source>
        <translation>Schritte zwischen zwei Checkpoints, von denen aus der Lauf exakt fortgesetzt werden kann. Ein Absturz kostet höchstens die Schritte seit dem letzten.</translation>
    </message>
    <message>
        <source>Checkpoints kept</source>
        <translation>Aufbewahrte Checkpoints</translation>
    </message>
    <message>
        <source>checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>The oldest checkpoint is deleted when a newer one is safely on disk and there are more than this. 0 keeps all.</source>
        <translation>Der älteste Checkpoint wird gelöscht, sobald ein neuerer sicher auf dem Datenträger liegt und es mehr als diese Anzahl gibt. 0 behält alle.</translation>
    </message>
    <message>
        <source>Decay of the averaged weights</source>
        <translation>Abklingfaktor der gemittelten Gewichte</translation>
    </message>
    <message>
        <source>Keeps a second copy of the trained weights, a running average with this share of the past (0.999 for example), which is used for validation and saved beside the trained ones. 0 keeps none.</source>
        <translation>Führt eine zweite Kopie der trainierten Gewichte mit, ein laufendes Mittel mit diesem Anteil der Vergangenheit (zum Beispiel 0.999), das für die Validierung benutzt und neben den trainierten Gewichten gespeichert wird. 0 führt keine.</translation>
    </message>
    <message>
        <source>TensorBoard files</source>
        <translation>TensorBoard-Dateien</translation>
    </message>
    <message>
        <source>Also writes the curves as TensorBoard event files.</source>
        <translation>Schreibt die Kurven auch als TensorBoard-Ereignisdateien.</translation>
    </message>
    <message>
        <source>CSV file</source>
        <translation>CSV-Datei</translation>
    </message>
    <message>
        <source>Also writes the curves as metrics.csv, one line a step.</source>
        <translation>Schreibt die Kurven auch als metrics.csv, eine Zeile je Schritt.</translation>
    </message>
    <message>
        <source>Validation prompts</source>
        <translation>Validierungsprompts</translation>
    </message>
    <message>
        <source>Prompts from which clips are made during training. A prompt may end in @@@FRAMESxHEIGHTxWIDTH; without it the clip has the shape of the dataset&apos;s most frequent bucket. Empty: no clips.</source>
        <translation>Prompts, aus denen während des Trainings Clips erzeugt werden. Ein Prompt kann auf @@@FRAMESxHEIGHTxWIDTH enden; ohne diese Angabe hat der Clip die Form des häufigsten Buckets im Datensatz. Leer: keine Clips.</translation>
    </message>
    <message>
        <source>Validation images</source>
        <translation>Validierungsbilder</translation>
    </message>
    <message>
        <source>First frames of the validation clips, one for each prompt.</source>
        <translation>Erste Frames der Validierungsclips, einer für jeden Prompt.</translation>
    </message>
    <message>
        <source>Clips for each prompt</source>
        <translation>Clips je Prompt</translation>
    </message>
    <message>
        <source>Each has its own seed, counted up from run.seed, the same at every validation: clips of different steps can be compared.</source>
        <translation>Jeder hat seinen eigenen Seed, von run.seed an hochgezählt und bei jeder Validierung derselbe: Clips verschiedener Schritte lassen sich vergleichen.</translation>
    </message>
    <message>
        <source>Validate every</source>
        <translation>Validierungsabstand</translation>
    </message>
    <message>
        <source>Steps between two validations.</source>
        <translation>Schritte zwischen zwei Validierungen.</translation>
    </message>
    <message>
        <source>Denoising steps</source>
        <translation>Entrauschschritte</translation>
    </message>
    <message>
        <source>Steps of the sampler for a validation clip.</source>
        <translation>Schritte des Samplers für einen Validierungsclip.</translation>
    </message>
    <message>
        <source>Guidance</source>
        <translation>Guidance</translation>
    </message>
    <message>
        <source>How strongly validation clips follow their prompt; 1 or less does without guidance and takes half the time.</source>
        <translation>Wie eng Validierungsclips ihrem Prompt folgen; 1 oder weniger verzichtet auf Guidance und braucht die halbe Zeit.</translation>
    </message>
    <message>
        <source>Dynamic guidance</source>
        <translation>Dynamische Guidance</translation>
    </message>
    <message>
        <source>Guidance rises from 1 along a cosine over the denoising steps, for calmer first steps.</source>
        <translation>Die Guidance steigt über die Entrauschungsschritte entlang eines Kosinus von 1 an, für ruhigere erste Schritte.</translation>
    </message>
    <message>
        <source>Memory mode</source>
        <translation>Speichermodus</translation>
    </message>
    <message>
        <source>VAE slicing</source>
        <translation>VAE-Slicing</translation>
    </message>
    <message>
        <source>Decodes one clip of a validation batch at a time.</source>
        <translation>Dekodiert die Clips eines Validierungsbatches einzeln nacheinander.</translation>
    </message>
    <message>
        <source>VAE tiling</source>
        <translation>VAE-Tiling</translation>
    </message>
    <message>
        <source>Decodes a validation clip in overlapping tiles: far less memory, faint seams at worst.</source>
        <translation>Dekodiert einen Validierungsclip in überlappenden Kacheln: weit weniger Speicher, schlimmstenfalls schwach sichtbare Nähte.</translation>
    </message>
    <message>
        <source>Samples held out</source>
        <translation>Zurückgehaltene Samples</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>Samples</translation>
    </message>
    <message>
        <source>So many samples of the dataset are never trained on. Their loss, at fixed timesteps and with fixed noise, shows whether the model learns or memorises.</source>
        <translation>So viele Samples des Datensatzes werden nie trainiert. Ihr Loss, bei festen Zeitschritten und mit festem Rauschen, zeigt, ob das Modell lernt oder nur auswendig lernt.</translation>
    </message>
    <message>
        <source>Held-out loss every</source>
        <translation>Messabstand für zurückgehaltene Samples</translation>
    </message>
    <message>
        <source>Steps between two measurements of the held-out loss.</source>
        <translation>Schritte zwischen zwei Messungen des Loss der zurückgehaltenen Samples.</translation>
    </message>
    <message>
        <source>Offload activations</source>
        <translation>Aktivierungen auslagern</translation>
    </message>
    <message>
        <source>The inputs that gradient checkpointing keeps of each block wait for the backward pass in page-locked host memory instead of on the device. Copies run beside the computation; the numbers are the same.</source>
        <translation>Die Eingaben, die das Gradient Checkpointing von jedem Block behält, warten bis zum Rückwärtsdurchlauf in seitengesperrtem Arbeitsspeicher statt auf dem Gerät. Die Kopien laufen neben der Berechnung; die Zahlen sind dieselben.</translation>
    </message>
    <message>
        <source>Streamed blocks</source>
        <translation>Gestreamte Blöcke</translation>
    </message>
    <message>
        <source>So many of the transformer&apos;s blocks, spread evenly, stay in page-locked host memory and come to the device only for their computation, two at a time: each above two saves the device a block. More than there are streams all, 0 none. Streamed blocks are always checkpointed. The numbers are the same; with large clips the copies hide behind the computation.</source>
        <translation>So viele Blöcke des Transformers, gleichmäßig verteilt, bleiben in seitengesperrtem Arbeitsspeicher und kommen nur für ihre Berechnung auf das Gerät, zwei zugleich: Jeder über zwei hinaus spart auf dem Gerät einen Block. Mehr, als es gibt, streamt alle, 0 keinen. Gestreamte Blöcke werden immer mit Checkpointing gerechnet. Die Zahlen sind dieselben; bei großen Clips verschwinden die Kopien hinter der Berechnung.</translation>
    </message>
    <message>
        <source>How validation fits beside the training, whose transformer it uses as it is: model has the text encoder or the VAE on the device while it works, none keeps both there.</source>
        <translation>Wie die Validierung neben das Training passt, dessen Transformer sie unverändert benutzt: model hat Text-Encoder oder VAE nur auf dem Gerät, während sie arbeiten, none behält beide dort.</translation>
    </message>
    <message>
        <source>Text encoder</source>
        <translation>Text-Encoder</translation>
    </message>
    <message>
        <source>Where prompts are encoded, once a run: stream brings the encoder&apos;s blocks to the device one after the other, which takes a tenth of the memory, cpu leaves the device alone and takes longer.</source>
        <translation>Wo Prompts kodiert werden, einmal je Lauf: stream bringt die Blöcke des Encoders einen nach dem anderen auf das Gerät, was ein Zehntel des Speichers braucht, cpu lässt das Gerät frei und dauert länger.</translation>
    </message>
    <message>
        <source>Type in which the model computes. LoRA weights and, unless sft.trained_type says otherwise, trained weights are kept in fp32. fp16 scales the loss, so that small gradients do not vanish. Best is the type in which the model was trained.</source>
        <translation>Typ, in dem das Modell rechnet. LoRA-Gewichte und, wenn sft.trained_type nichts anderes sagt, trainierte Gewichte bleiben in fp32. fp16 skaliert den Loss, damit kleine Gradienten nicht verschwinden. Am besten passt der Typ, in dem das Modell trainiert wurde.</translation>
    </message>
    <message>
        <source>Type of the trained weights</source>
        <translation>Typ der trainierten Gewichte</translation>
    </message>
    <message>
        <source>fp32 keeps the trained weights and their summed gradients in fp32 beside the bf16 ones that compute. bf16 trains these themselves and saves up to 8 bytes a weight: an update is rounded up or down at random, so that changes too small for bf16 count on average. Losses differ slightly from fp32&apos;s.</source>
        <translation>fp32 hält die trainierten Gewichte und ihre summierten Gradienten in fp32 neben den bf16-Gewichten, die rechnen. bf16 trainiert diese selbst und spart bis zu 8 Byte je Gewicht: Eine Änderung wird zufällig auf- oder abgerundet, sodass auch Änderungen, die für bf16 zu klein sind, im Mittel zählen. Die Losses weichen leicht von denen mit fp32 ab.</translation>
    </message>
    <message>
        <source>Optimizer in host memory</source>
        <translation>Optimierer im Hauptspeicher</translation>
    </message>
    <message>
        <source>Keeps the fp32 weights, the summed gradients and the optimizer&apos;s state in host memory and updates there, on the CPU. The GPU holds only the weights that compute and one backward pass&apos;s gradients. Where the run computes on the CPU it saves nothing.</source>
        <translation>Hält die fp32-Gewichte, die summierten Gradienten und den Zustand des Optimierers im Hauptspeicher und rechnet die Änderung dort auf der CPU. Auf der GPU liegen nur die Gewichte, die rechnen, und die Gradienten eines Rückwärtslaufs. Wo der Lauf auf der CPU rechnet, spart es nichts.</translation>
    </message>
    <message>
        <source>Gradients to host memory at once</source>
        <translation>Gradienten sofort in den Hauptspeicher</translation>
    </message>
    <message>
        <source>Gradients go to host memory while the backward pass still runs, each as soon as it is known, so that the GPU never holds all of them. The numbers are the same.</source>
        <translation>Gradienten gehen in den Hauptspeicher, während der Rückwärtslauf noch läuft, jeder, sobald er bekannt ist, sodass die GPU nie alle zugleich hält. Die Zahlen bleiben gleich.</translation>
    </message>
    <message>
        <source>Validate before the training</source>
        <translation>Vor dem Training validieren</translation>
    </message>
    <message>
        <source>Makes the clips and measures the held-out loss before the first step, too: what the model does without the training.</source>
        <translation>Erzeugt die Clips und misst den Loss der zurückgehaltenen Samples auch vor dem ersten Schritt: was das Modell ohne das Training leistet.</translation>
    </message>
    <message>
        <source>adamw takes the weight decay off the weights directly; adam adds it to the gradient, as in their papers. _8bit keeps the two running means in a byte each instead of four (block-wise dynamic quantisation): 6 bytes a trained value less, with nearly the same course of the loss. muon evens out what a matrix&apos;s update does in each direction and keeps one mean, in beta1; all that is no matrix is adamw&apos;s, with a quarter of the rate. It learns much faster from random weights: try lr 0.01, beta1 0.95, weight_decay 0.1.</source>
        <translation>adamw zieht den Gewichtszerfall direkt von den Gewichten ab; adam addiert ihn zum Gradienten, wie in ihren Veröffentlichungen. _8bit hält die beiden laufenden Mittel in je einem Byte statt in vieren (blockweise dynamische Quantisierung): 6 Byte je trainiertem Wert weniger, bei fast gleichem Verlauf des Loss. muon gleicht aus, was die Änderung einer Matrix in jeder Richtung bewirkt, und hält einen Mittelwert, in beta1; was keine Matrix ist, lernt mit adamw und einem Viertel der Rate. Es lernt aus zufälligen Gewichten viel schneller: versuchen Sie lr 0.01, beta1 0.95, weight_decay 0.1.</translation>
    </message>
    <message>
        <source>Noise on first frames</source>
        <translation>Rauschen auf ersten Bildern</translation>
    </message>
    <message>
        <source>Adds noise of a random strength, exp(N(-3, 0.5)), to first frames before they are encoded, as the trainers of CogVideo and CogVideoX-Factory do, so that the model does not copy every fault of its image. Each clip gets a few noised images, of which training draws; the held-out loss uses the clean one. It counts when the dataset is encoded: what is encoded already stays as it is.</source>
        <translation>Fügt ersten Bildern vor dem Kodieren Rauschen von zufälliger Stärke hinzu, exp(N(-3, 0,5)), wie es die Trainer von CogVideo und CogVideoX-Factory tun, damit das Modell nicht jeden Fehler seines Bildes übernimmt. Jeder Clip bekommt einige verrauschte Bilder, aus denen das Training zieht; der Loss zurückgehaltener Clips nimmt das saubere. Es gilt beim Kodieren des Datensatzes: Was schon kodiert ist, bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>Transformer elsewhere</source>
        <translation>Transformer an anderem Ort</translation>
    </message>
    <message>
        <source>VAE elsewhere</source>
        <translation>VAE an anderem Ort</translation>
    </message>
    <message>
        <source>Text encoder elsewhere</source>
        <translation>Text-Encoder an anderem Ort</translation>
    </message>
    <message>
        <source>Image encoder elsewhere</source>
        <translation>Bild-Encoder an anderem Ort</translation>
    </message>
    <message>
        <source>Where this component is when it is not in the model folder: its own folder, or one .safetensors file. Models that share a component need it only once on disk.</source>
        <translation>Wo diese Komponente liegt, wenn nicht im Modellordner: ihr eigener Ordner oder eine einzelne .safetensors-Datei. Modelle mit einer gemeinsamen Komponente brauchen sie so nur einmal auf dem Datenträger.</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>LoRA</source>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>Full fine-tune</source>
        <translation>Volles Fine-Tuning</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>Averaged weights</source>
        <translation>Gemittelte Gewichte</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>Curves for other programs</source>
        <translation>Kurven für andere Programme</translation>
    </message>
</context>
<context>
    <name>sleep</name>
    <message>
        <source>A job is running</source>
        <translation>Ein Auftrag läuft</translation>
    </message>
</context>
</TS>
