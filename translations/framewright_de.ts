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
        <source>&lt;h2&gt;Framewright %1&lt;/h2&gt;&lt;p&gt;Turns videos into datasets, trains video diffusion models on them and previews the results, all on your own computer.&lt;/p&gt;&lt;p&gt;The window is free software under the GNU General Public License, version 3 or later; the engine&apos;s sources are under the Apache License 2.0. It comes with no warranty.&lt;/p&gt;</source>
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
        <source>No buckets yet. Add one, or have some suggested.</source>
        <translation>Noch keine Buckets. Fügen Sie einen hinzu oder lassen Sie welche vorschlagen.</translation>
    </message>
    <message>
        <source>Choose a model folder…</source>
        <translation>Modellordner wählen…</translation>
    </message>
    <message>
        <source>original rate</source>
        <translation>Originalrate</translation>
    </message>
    <message>
        <source>Use the beginning only</source>
        <translation>Nur den Anfang verwenden</translation>
    </message>
    <message>
        <source>Split into several samples</source>
        <translation>In mehrere Samples teilen</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Modell</translation>
    </message>
    <message>
        <source>&amp;Frame rate (fps)</source>
        <translation>&amp;Bildrate (fps)</translation>
    </message>
    <message>
        <source>Videos are resampled to this rate, so motion keeps its speed. 0 keeps the original frames.</source>
        <translation>Videos werden auf diese Bildrate umgerechnet, damit Bewegungen ihre Geschwindigkeit behalten. 0 nimmt die Frames, wie sie sind.</translation>
    </message>
    <message>
        <source>&amp;Batch size</source>
        <translation>Batch&amp;größe</translation>
    </message>
    <message>
        <source>Each bucket should hold at least this many samples.</source>
        <translation>Jeder Bucket sollte mindestens so viele Samples enthalten.</translation>
    </message>
    <message>
        <source>&amp;Long clips</source>
        <translation>&amp;Lange Clips</translation>
    </message>
    <message>
        <source>What to do with a clip that is longer than its bucket.</source>
        <translation>Was mit einem Clip geschieht, der länger ist als sein Bucket.</translation>
    </message>
    <message>
        <source>&amp;Trigger word</source>
        <translation>&amp;Triggerwort</translation>
    </message>
    <message>
        <source>Added in front of every caption; counts towards the token limit.</source>
        <translation>Steht vor jeder Beschreibung; zählt bei den Token mit.</translation>
    </message>
    <message>
        <source>&amp;Suggest buckets</source>
        <translation>Buckets &amp;vorschlagen</translation>
    </message>
    <message>
        <source>Finds the buckets that are valid for the model and keep the most of these clips.</source>
        <translation>Sucht die Buckets, die für das Modell zulässig sind und am meisten von diesen Clips behalten.</translation>
    </message>
    <message>
        <source>&amp;Remove bucket</source>
        <translation>Bucket ent&amp;fernen</translation>
    </message>
    <message>
        <source>Removes the selected buckets; their clips move to the others.</source>
        <translation>Entfernt die ausgewählten Buckets; ihre Clips kommen in die übrigen.</translation>
    </message>
    <message>
        <source>Frames x height x width. Press Return to add it.</source>
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
        <source>Cropped</source>
        <translation>Abgeschnitten</translation>
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
        <source>Average share of the picture that is cropped away</source>
        <translation>Anteil des Bildes, der im Mittel abgeschnitten wird</translation>
    </message>
    <message>
        <source>Enter frames x height x width, for example %1.</source>
        <translation>Als Frames x Höhe x Breite eingeben, zum Beispiel %1.</translation>
    </message>
    <message>
        <source>These buckets are suggested for your clips and are used unless you choose others.</source>
        <translation>Diese Buckets werden für Ihre Clips vorgeschlagen und benutzt, solange Sie keine anderen wählen.</translation>
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
    <message>
        <source>Frames x height x width. A click selects its clips.</source>
        <translation>Frames x Höhe x Breite. Ein Klick wählt seine Clips aus.</translation>
    </message>
    <message>
        <source>No bucket</source>
        <translation>Kein Bucket</translation>
    </message>
    <message numerus="yes">
        <source>%n clips</source>
        <translation>
            <numerusform>%n Clip</numerusform>
            <numerusform>%n Clips</numerusform>
        </translation>
    </message>
    <message>
        <source>Select the clips</source>
        <translation>Clips auswählen</translation>
    </message>
    <message>
        <source>The model that the clips are prepared for. It decides which sizes are valid. A model that the Train page names comes first.</source>
        <translation>Das Modell, für das die Clips vorbereitet werden. Es bestimmt, welche Größen zulässig sind. Ein Modell, das auf der Seite Training gewählt ist, geht vor.</translation>
    </message>
    <message numerus="yes">
        <source>%n samples in an epoch, with repeats and shares.</source>
        <translation>
            <numerusform>%n Ausschnitt in einer Epoche, mit Wiederholungen und Anteilen.</numerusform>
            <numerusform>%n Ausschnitte in einer Epoche, mit Wiederholungen und Anteilen.</numerusform>
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
        <source>Removes the least recently used entries. Asks first.</source>
        <translation>Entfernt, was am längsten nicht gebraucht wurde. Fragt vorher.</translation>
    </message>
    <message>
        <source>%1 is kept for unfinished runs.</source>
        <translation>%1 bleiben für unfertige Läufe erhalten.</translation>
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
        <source>The least recently used entries are removed. They are encoded again when needed.</source>
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
    <message>
        <source>These runs cannot be found (is a disk not connected?), so nothing is kept for them: %1.</source>
        <translation>Diese Läufe sind nicht zu finden (ist ein Datenträger nicht angeschlossen?), daher wird für sie nichts behalten: %1.</translation>
    </message>
</context>
<context>
    <name>CacheSizeLabel</name>
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
        <source>Everything since its last checkpoint will be lost.</source>
        <translation>Alles seit dem letzten Checkpoint geht verloren.</translation>
    </message>
    <message>
        <source>Unfinished work will be lost.</source>
        <translation>Was nicht fertig ist, geht verloren.</translation>
    </message>
    <message>
        <source>It will be removed from the queue.</source>
        <translation>Er wird aus der Warteschlange genommen.</translation>
    </message>
    <message>
        <source>&amp;Cancel the job</source>
        <translation>Auftrag &amp;abbrechen</translation>
    </message>
    <message>
        <source>&amp;Keep the job</source>
        <translation>Auftrag &amp;behalten</translation>
    </message>
    <message>
        <source>Stop the job?</source>
        <translation>Den Auftrag beenden?</translation>
    </message>
    <message>
        <source>Stop “%1”?</source>
        <translation>„%1“ beenden?</translation>
    </message>
    <message>
        <source>A checkpoint and the result so far are saved. It can be resumed.</source>
        <translation>Ein Checkpoint und das bisherige Ergebnis werden gespeichert. Der Auftrag kann fortgesetzt werden.</translation>
    </message>
    <message>
        <source>&amp;Stop and save</source>
        <translation>Beenden und &amp;speichern</translation>
    </message>
    <message>
        <source>Its run and its checkpoints are kept.</source>
        <translation>Der Lauf und seine Checkpoints bleiben erhalten.</translation>
    </message>
</context>
<context>
    <name>CaptionBench</name>
    <message>
        <source>&amp;Next without caption</source>
        <translation>Nächste&amp;r ohne Beschreibung</translation>
    </message>
    <message>
        <source>Moves to the next clip without a caption.</source>
        <translation>Geht zum nächsten Clip ohne Beschreibung.</translation>
    </message>
    <message>
        <source>Capt&amp;ioner…</source>
        <translation>Beschreibungspro&amp;gramm…</translation>
    </message>
    <message>
        <source>Has a program or a local server propose captions for the selected clips, or for all that have none.</source>
        <translation>Lässt ein Programm oder einen lokalen Server Beschreibungen vorschlagen, für die gewählten Clips oder alle ohne Beschreibung.</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>&amp;Accept proposal</source>
        <translation>Vorschlag &amp;übernehmen</translation>
    </message>
    <message>
        <source>Makes the proposed captions of the selected clips their captions, and goes on to the next.</source>
        <translation>Macht die vorgeschlagenen Beschreibungen der gewählten Clips zu ihren Beschreibungen und geht zum nächsten.</translation>
    </message>
    <message>
        <source>Refuse pr&amp;oposal</source>
        <translation>V&amp;orschlag ablehnen</translation>
    </message>
    <message>
        <source>Drops the proposed captions of the selected clips, and goes on to the next.</source>
        <translation>Verwirft die vorgeschlagenen Beschreibungen der gewählten Clips und geht zum nächsten.</translation>
    </message>
    <message>
        <source>Accept a&amp;ll proposals</source>
        <translation>A&amp;lle Vorschläge übernehmen</translation>
    </message>
    <message>
        <source>Makes the proposed captions of all clips in the list their captions, in one step.</source>
        <translation>Macht die vorgeschlagenen Beschreibungen aller Clips der Liste in einem Schritt zu ihren Beschreibungen.</translation>
    </message>
    <message>
        <source>S&amp;how proposals</source>
        <translation>Vorschläge &amp;zeigen</translation>
    </message>
    <message>
        <source>Lists only the clips with a proposed caption, or all clips again.</source>
        <translation>Zeigt nur die Clips mit vorgeschlagener Beschreibung oder wieder alle.</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>Ablehnen</translation>
    </message>
    <message numerus="yes">
        <source>%n proposals</source>
        <translation>
            <numerusform>%n Vorschlag</numerusform>
            <numerusform>%n Vorschläge</numerusform>
        </translation>
    </message>
    <message>
        <source>Next without caption</source>
        <translation>Nächster ohne</translation>
    </message>
    <message>
        <source>Captioner…</source>
        <translation>Programm…</translation>
    </message>
    <message>
        <source>Change &amp;many captions…</source>
        <translation>Viele Beschreibungen än&amp;dern…</translation>
    </message>
    <message>
        <source>Finds and replaces, adds a prefix or a suffix, or sets the trigger word, with a preview.</source>
        <translation>Sucht und ersetzt, setzt etwas davor oder dahinter oder legt das Triggerwort fest, mit Vorschau.</translation>
    </message>
    <message>
        <source>Add another &amp;caption</source>
        <translation>Weitere &amp;Beschreibung hinzufügen</translation>
    </message>
    <message>
        <source>Adds another caption to the clip. Training draws one of all at each step.</source>
        <translation>Fügt dem Clip noch eine Beschreibung hinzu. Das Training zieht bei jedem Schritt eine von allen.</translation>
    </message>
    <message>
        <source>Captions in &amp;training…</source>
        <translation>Beschreibungen im &amp;Training…</translation>
    </message>
    <message>
        <source>Sets the trigger word, a prefix and a suffix, shuffled tags and choices, for all captions of the project.</source>
        <translation>Legt für alle Beschreibungen des Projekts Triggerwort, Präfix und Suffix, gemischte Schlagwörter und Auswahlen fest.</translation>
    </message>
    <message>
        <source>Sets and &amp;weights…</source>
        <translation>&amp;Mengen und Gewichte…</translation>
    </message>
    <message>
        <source>Sets how often sets of clips are used, how much they count, and which are for regularisation.</source>
        <translation>Legt fest, wie oft Mengen von Clips verwendet werden, wie viel sie zählen und welche zur Regularisierung dienen.</translation>
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
        <source>Describes the clip as a prompt would.</source>
        <translation>Was der Clip zeigt, in den Worten eines Prompts.</translation>
    </message>
    <message>
        <source>No caption yet. Describe what the clip shows.</source>
        <translation>Noch keine Beschreibung. Beschreiben Sie, was der Clip zeigt.</translation>
    </message>
    <message>
        <source>Choose a model folder. Its tokenizer counts what the model will read.</source>
        <translation>Einen Modellordner wählen. Sein Tokenizer zählt, was das Modell lesen wird.</translation>
    </message>
    <message>
        <source>&amp;Save caption</source>
        <translation>&amp;Beschreibung speichern</translation>
    </message>
    <message>
        <source>Saves what you typed.</source>
        <translation>Speichert Ihre Eingabe.</translation>
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
        <source>Written by a captioner</source>
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
        <source>the model ignores the struck-out end</source>
        <translation>das durchgestrichene Ende beachtet das Modell nicht</translation>
    </message>
    <message>
        <source>Replace each caption</source>
        <translation>Jede Beschreibung ersetzen</translation>
    </message>
    <message>
        <source>Add in front of each</source>
        <translation>Vor jede einfügen</translation>
    </message>
    <message>
        <source>Add to the end of each</source>
        <translation>An jede anhängen</translation>
    </message>
    <message>
        <source>How the captions of the selected clips change</source>
        <translation>Wie sich die Beschreibungen der gewählten Clips ändern</translation>
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
        <source>What you type applies to all selected clips.</source>
        <translation>Was Sie schreiben, gilt für alle gewählten Clips.</translation>
    </message>
    <message>
        <source>The captions differ. What you type applies to all selected clips.</source>
        <translation>Die Beschreibungen sind verschieden. Was Sie schreiben, gilt für alle gewählten Clips.</translation>
    </message>
    <message>
        <source>The captions that these clips have. Choose one to give it to all of them.</source>
        <translation>Die Beschreibungen dieser Clips. Wählen Sie eine, um sie allen zu geben.</translation>
    </message>
    <message>
        <source>Different captions</source>
        <translation>Verschiedene Beschreibungen</translation>
    </message>
    <message numerus="yes">
        <source>%n different</source>
        <translation>
            <numerusform>%n verschiedene</numerusform>
            <numerusform>%n verschiedene</numerusform>
        </translation>
    </message>
    <message>
        <source>No caption</source>
        <translation>Keine Beschreibung</translation>
    </message>
</context>
<context>
    <name>CaptionRulesDialog</name>
    <message>
        <source>&amp;Shuffle the tags</source>
        <translation>Schlagwörter &amp;mischen</translation>
    </message>
    <message>
        <source>Read {&amp;red|green} as a choice</source>
        <translation>{&amp;red|green} als Auswahl lesen</translation>
    </message>
    <message>
        <source>Captions in training</source>
        <translation>Beschreibungen im Training</translation>
    </message>
    <message>
        <source>&amp;Texts of the current clip</source>
        <translation>&amp;Texte des aktuellen Clips</translation>
    </message>
    <message>
        <source>Texts of the current clip</source>
        <translation>Texte des aktuellen Clips</translation>
    </message>
    <message>
        <source>Each of them is encoded once; every step of training draws one by the run&apos;s seed.</source>
        <translation>Jeder wird einmal codiert; jeder Trainingsschritt zieht einen nach dem Startwert des Laufs.</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Trigger &amp;word</source>
        <translation>Trigger&amp;wort</translation>
    </message>
    <message>
        <source>Added in front of every caption; counts towards the token limit.</source>
        <translation>Steht vor jeder Beschreibung; zählt bei den Token mit.</translation>
    </message>
    <message>
        <source>&amp;Prefix</source>
        <translation>&amp;Davor</translation>
    </message>
    <message>
        <source>Put after the trigger word of every caption.</source>
        <translation>Steht in jeder Beschreibung nach dem Triggerwort.</translation>
    </message>
    <message>
        <source>S&amp;uffix</source>
        <translation>Da&amp;hinter</translation>
    </message>
    <message>
        <source>Put at the end of every caption.</source>
        <translation>Steht am Ende jeder Beschreibung.</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>For captions that are lists of tags: each version has another order.</source>
        <translation>Für Beschreibungen aus Schlagwörtern: Jede Fassung hat eine andere Reihenfolge.</translation>
    </message>
    <message>
        <source>&amp;Leave tags out</source>
        <translation>Schlagwörter weg&amp;lassen</translation>
    </message>
    <message>
        <source>How likely each tag is missing from a version.</source>
        <translation>Wie wahrscheinlich jedes Schlagwort in einer Fassung fehlt.</translation>
    </message>
    <message>
        <source>&amp;Keep the first tags</source>
        <translation>Erste Schlagwörter be&amp;halten</translation>
    </message>
    <message>
        <source>This many tags at the beginning keep their places and are never left out.</source>
        <translation>So viele erste Schlagwörter bleiben an ihrer Stelle und werden nie weggelassen.</translation>
    </message>
    <message>
        <source>Se&amp;parator</source>
        <translation>&amp;Trennzeichen</translation>
    </message>
    <message>
        <source>The text between two tags, usually a comma.</source>
        <translation>Was zwischen Schlagwörtern steht, meist ein Komma.</translation>
    </message>
    <message>
        <source>Choices</source>
        <translation>Auswahlen</translation>
    </message>
    <message>
        <source>&quot;{red|green} ball&quot; then means &quot;red ball&quot; and &quot;green ball&quot;.</source>
        <translation>„{red|green} ball“ steht dann für „red ball“ und „green ball“.</translation>
    </message>
    <message>
        <source>&amp;Versions</source>
        <translation>&amp;Fassungen</translation>
    </message>
    <message>
        <source>How many texts each caption with choices or varied tags gets. Each is encoded once before training: more versions take longer and need more space.</source>
        <translation>Wie viele Texte jede Beschreibung mit Auswahlen oder veränderten Schlagwörtern bekommt. Jeder wird vor dem Training einmal codiert: Mehr Fassungen dauern länger und brauchen mehr Platz.</translation>
    </message>
</context>
<context>
    <name>CaptionerDialog</name>
    <message>
        <source>&amp;Test on this clip</source>
        <translation>An diesem Clip p&amp;robieren</translation>
    </message>
    <message>
        <source>&amp;Propose captions</source>
        <translation>Beschreibungen &amp;vorschlagen</translation>
    </message>
    <message>
        <source>Caption with a captioner</source>
        <translation>Mit einem Programm beschreiben</translation>
    </message>
    <message>
        <source>Test on this clip</source>
        <translation>An diesem Clip probieren</translation>
    </message>
    <message>
        <source>Asks the captioner about the current clip; nothing is saved.</source>
        <translation>Fragt das Programm nach dem aktuellen Clip; gespeichert wird nichts.</translation>
    </message>
    <message>
        <source>Propose captions</source>
        <translation>Beschreibungen vorschlagen</translation>
    </message>
    <message>
        <source>Starts a job. What the captioner says is proposed; your captions stay until you accept it.</source>
        <translation>Startet einen Auftrag. Was das Programm sagt, wird vorgeschlagen; Ihre Beschreibungen bleiben, bis Sie es übernehmen.</translation>
    </message>
    <message>
        <source>A command on this computer</source>
        <translation>Ein Befehl auf diesem Rechner</translation>
    </message>
    <message>
        <source>A server (OpenAI-compatible)</source>
        <translation>Ein Server (OpenAI-kompatibel)</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>All clips without a caption</source>
        <translation>Alle Clips ohne Beschreibung</translation>
    </message>
    <message numerus="yes">
        <source>%n selected clips</source>
        <translation>
            <numerusform>%n gewählter Clip</numerusform>
            <numerusform>%n gewählte Clips</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Captioner</source>
        <translation>&amp;Programm</translation>
    </message>
    <message>
        <source>Who looks at the clips.</source>
        <translation>Wer die Clips ansieht.</translation>
    </message>
    <message>
        <source>C&amp;ommand</source>
        <translation>&amp;Befehl</translation>
    </message>
    <message>
        <source>A program with its arguments; {file} stands for the clip&apos;s file. What it prints is the caption.</source>
        <translation>Ein Programm mit seinen Argumenten; {file} steht für die Datei des Clips. Was es ausgibt, ist die Beschreibung.</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>&amp;Adresse</translation>
    </message>
    <message>
        <source>Of a server that answers chat completions with pictures, such as vLLM, llama.cpp or Ollama.</source>
        <translation>Eines Servers, der Chat-Anfragen mit Bildern beantwortet, etwa vLLM, llama.cpp oder Ollama.</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Modell</translation>
    </message>
    <message>
        <source>The name by which the server knows the model.</source>
        <translation>Der Name, unter dem der Server das Modell kennt.</translation>
    </message>
    <message>
        <source>&amp;Key variable</source>
        <translation>Variable des &amp;Schlüssels</translation>
    </message>
    <message>
        <source>Environment variable that holds the server&apos;s key. Leave empty for none; the key itself is stored nowhere.</source>
        <translation>Umgebungsvariable mit dem Schlüssel des Servers; leer: keiner. Der Schlüssel selbst wird nirgends gespeichert.</translation>
    </message>
    <message>
        <source>P&amp;ictures of each clip</source>
        <translation>B&amp;ilder je Clip</translation>
    </message>
    <message>
        <source>Sent to the server, evenly spread over the clip.</source>
        <translation>Werden gleichmäßig über den Clip verteilt an den Server gesendet.</translation>
    </message>
    <message>
        <source>&amp;Question</source>
        <translation>&amp;Frage</translation>
    </message>
    <message>
        <source>What the server is asked about each clip. Kept in the project.</source>
        <translation>Was der Server zu jedem Clip gefragt wird. Wird im Projekt gespeichert.</translation>
    </message>
    <message>
        <source>Time &amp;limit of each clip</source>
        <translation>&amp;Zeitlimit je Clip</translation>
    </message>
    <message>
        <source>A clip that takes longer is left out.</source>
        <translation>Ein Clip, der länger dauert, wird ausgelassen.</translation>
    </message>
    <message>
        <source>Clips at once</source>
        <translation>Clips gleichzeitig</translation>
    </message>
    <message>
        <source>How many clips are captioned at the same time.</source>
        <translation>Wie viele Clips gleichzeitig beschrieben werden.</translation>
    </message>
    <message>
        <source>Cli&amp;ps</source>
        <translation>C&amp;lips</translation>
    </message>
    <message>
        <source>Which clips the captioner shall look at.</source>
        <translation>Welche Clips beschrieben werden sollen.</translation>
    </message>
    <message>
        <source>&amp;Stop the test</source>
        <translation>Probe &amp;abbrechen</translation>
    </message>
    <message>
        <source>Waiting for the captioner…</source>
        <translation>Warten auf das Programm…</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>What the captioner said of this clip, or why it did not.</source>
        <translation>Was das Programm zu diesem Clip gesagt hat oder warum es nichts gesagt hat.</translation>
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
    <message>
        <source>No measurements yet. They appear from the first step on.</source>
        <translation>Noch keine Messwerte. Sie erscheinen ab dem ersten Schritt.</translation>
    </message>
</context>
<context>
    <name>CheckCard</name>
    <message>
        <source>Before you start</source>
        <translation>Vor dem Start</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
</context>
<context>
    <name>ClipBrowser</name>
    <message>
        <source>Clips as a table</source>
        <translation>Clips als Tabelle</translation>
    </message>
    <message>
        <source>No clip matches the filter.</source>
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
        <source>Moves to the filter field.</source>
        <translation>Springt zum Filterfeld.</translation>
    </message>
    <message>
        <source>&amp;Remove clips</source>
        <translation>Clips entfer&amp;nen</translation>
    </message>
    <message>
        <source>Removes the selected clips from the project. Their files stay on disk.</source>
        <translation>Entfernt die ausgewählten Clips aus dem Projekt. Ihre Dateien bleiben erhalten.</translation>
    </message>
    <message>
        <source>Filter: words, is:uncaptioned, width&gt;=720 …</source>
        <translation>Filter: Wörter, is:uncaptioned …</translation>
    </message>
    <message>
        <source>Filter the clips</source>
        <translation>Clips filtern</translation>
    </message>
    <message>
        <source>Sort order</source>
        <translation>Sortierung</translation>
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
        <source>By duration</source>
        <translation>Nach Dauer</translation>
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
    <message>
        <source>Show in file &amp;manager</source>
        <translation>Im Datei&amp;manager zeigen</translation>
    </message>
    <message>
        <source>Shows the current clip&apos;s file in the file manager.</source>
        <translation>Zeigt die Datei des aktuellen Clips im Dateimanager.</translation>
    </message>
    <message>
        <source>Words in the file path or caption. All must match; a minus in front excludes a word. Also: name:word, caption:word, tag:word, is:uncaptioned, is:proposed, is:long, is:damaged, is:duplicate, width&gt;=720, seconds&lt;2, fps:23..25</source>
        <translation>Wörter im Dateipfad oder in der Beschreibung; alle müssen zutreffen, ein Minus davor verneint eines. Auch name:Wort, caption:Wort, tag:Wort, is:uncaptioned, is:proposed, is:long, is:damaged, is:duplicate, width&gt;=720, seconds&lt;2, fps:23..25</translation>
    </message>
    <message>
        <source>Select &amp;all clips</source>
        <translation>&amp;Alle Clips auswählen</translation>
    </message>
    <message>
        <source>Selects all clips in the list.</source>
        <translation>Wählt alle Clips der Liste aus.</translation>
    </message>
</context>
<context>
    <name>ClipCard</name>
    <message numerus="yes">
        <source>%n sections</source>
        <translation>
            <numerusform>%n Abschnitt</numerusform>
            <numerusform>%n Abschnitte</numerusform>
        </translation>
    </message>
    <message>
        <source>Clip</source>
        <translation>Clip</translation>
    </message>
    <message>
        <source>Model default</source>
        <translation>Modellvorgabe</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>In pixels, rounded to the nearest value that the model accepts.</source>
        <translation>In Pixeln, gerundet auf den nächsten Wert, den das Modell annimmt.</translation>
    </message>
    <message>
        <source>Resolution</source>
        <translation>Auflösung</translation>
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
        <source>Only lengths that the model can generate.</source>
        <translation>Nur Längen, die das Modell generieren kann.</translation>
    </message>
    <message>
        <source>Frame rate (fps)</source>
        <translation>Bildrate (fps)</translation>
    </message>
    <message>
        <source>How fast the clip plays. This affects the file only, not what the model generates.</source>
        <translation>Wie schnell der Clip abgespielt wird. Das ändert die Datei, nicht das, was das Modell generiert.</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Choose a model to see its sizes.</source>
        <translation>Wählen Sie ein Modell, um seine Größen zu sehen.</translation>
    </message>
    <message numerus="yes">
        <source>%n frames, %1 s</source>
        <translation>
            <numerusform>%n Frame, %1 s</numerusform>
            <numerusform>%n Frames, %1 s</numerusform>
        </translation>
    </message>
    <message>
        <source>1 frame (still image)</source>
        <translation>1 Frame (Standbild)</translation>
    </message>
    <message>
        <source>default</source>
        <translation>Modellvorgabe</translation>
    </message>
    <message>
        <source>Other: %1</source>
        <translation>Andere: %1</translation>
    </message>
</context>
<context>
    <name>ClipGrid</name>
    <message>
        <source>Clips as pictures</source>
        <translation>Clips als Bilder</translation>
    </message>
    <message>
        <source>Use the arrow keys to move between clips.</source>
        <translation>Mit den Pfeiltasten wechseln Sie zwischen den Clips.</translation>
    </message>
</context>
<context>
    <name>ClipHistory</name>
    <message>
        <source>Negative prompt: %1</source>
        <translation>Negativer Prompt: %1</translation>
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
        <source>%1 (file missing)</source>
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
        <source>Arrow keys move between clips: left and right change the prompt, up and down the step. Return plays the clip.</source>
        <translation>Pfeiltasten wechseln den Clip: links und rechts den Prompt, auf und ab den Schritt. Die Eingabetaste spielt ihn ab.</translation>
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
    <message>
        <source>%1, %2 s, %3 fps</source>
        <translation>%1, %2 s, %3 fps</translation>
    </message>
    <message>
        <source>Proposed caption</source>
        <translation>Vorgeschlagene Beschreibung</translation>
    </message>
    <message>
        <source>Issues</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Cannot be read</source>
        <translation>Nicht lesbar</translation>
    </message>
    <message>
        <source>No caption</source>
        <translation>Ohne Beschreibung</translation>
    </message>
    <message>
        <source>File missing</source>
        <translation>Datei fehlt</translation>
    </message>
    <message>
        <source>Put it back, or use “Find missing files…”.</source>
        <translation>Sie zurücklegen oder „Fehlende Dateien suchen…“ verwenden.</translation>
    </message>
    <message>
        <source>Save the file again in another program, or remove the clip.</source>
        <translation>Die Datei in einem anderen Programm neu speichern oder den Clip entfernen.</translation>
    </message>
    <message>
        <source>With sound</source>
        <translation>Mit Ton</translation>
    </message>
    <message>
        <source>Without sound</source>
        <translation>Ohne Ton</translation>
    </message>
</context>
<context>
    <name>ClipPanel</name>
    <message>
        <source>Set &amp;In</source>
        <translation>&amp;In-Punkt setzen</translation>
    </message>
    <message>
        <source>Starts the clip at the current frame. Other selected clips lose as much time at their beginning.</source>
        <translation>Lässt den Clip beim aktuellen Frame beginnen. Andere ausgewählte Clips verlieren am Anfang ebenso viel Zeit.</translation>
    </message>
    <message>
        <source>Set &amp;Out</source>
        <translation>&amp;Out-Punkt setzen</translation>
    </message>
    <message>
        <source>Ends the clip at the current frame. Other selected clips lose as much time at their end.</source>
        <translation>Lässt den Clip beim aktuellen Frame enden. Andere ausgewählte Clips verlieren am Ende ebenso viel Zeit.</translation>
    </message>
    <message>
        <source>Use &amp;whole file</source>
        <translation>&amp;Ganze Datei verwenden</translation>
    </message>
    <message>
        <source>Removes the cut, so that the selected clips are whole files again.</source>
        <translation>Entfernt den Schnitt: Die ausgewählten Clips sind wieder ganze Dateien.</translation>
    </message>
    <message>
        <source>&amp;Split here</source>
        <translation>Hier &amp;teilen</translation>
    </message>
    <message>
        <source>Makes two clips; the second one starts at the current frame. Other selected clips are split after as much time.</source>
        <translation>Macht zwei Clips daraus; der zweite beginnt beim aktuellen Frame. Andere ausgewählte Clips werden nach ebenso viel Zeit geteilt.</translation>
    </message>
    <message>
        <source>Split at s&amp;cene cuts</source>
        <translation>An S&amp;zenenschnitten teilen</translation>
    </message>
    <message>
        <source>Splits the selected clips at the scene cuts marked on the timeline.</source>
        <translation>Teilt die ausgewählten Clips an ihren Szenenschnitten, die in der Leiste markiert sind.</translation>
    </message>
    <message>
        <source>&amp;Crop</source>
        <translation>Bes&amp;chneiden</translation>
    </message>
    <message>
        <source>Clea&amp;r crop</source>
        <translation>&amp;Zuschnitt aufheben</translation>
    </message>
    <message>
        <source>Removes the crop from the selected clips.</source>
        <translation>Hebt den Zuschnitt der ausgewählten Clips auf.</translation>
    </message>
    <message>
        <source>Show &amp;used part</source>
        <translation>Ben&amp;utzten Teil zeigen</translation>
    </message>
    <message>
        <source>Darkens what the bucket crops away. The timeline shows which frames are used.</source>
        <translation>Dunkelt ab, was der Bucket abschneidet; die Leiste zeigt die benutzten Frames.</translation>
    </message>
    <message>
        <source>Select a clip to see it.</source>
        <translation>Einen Clip auswählen, um ihn zu sehen.</translation>
    </message>
    <message>
        <source>This clip fits no bucket and will not be used for training.</source>
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
        <source>%1 % of the picture cropped</source>
        <translation>%1&#xa0;% des Bildes abgeschnitten</translation>
    </message>
    <message>
        <source>enlarged %1×</source>
        <translation>%1× vergrößert</translation>
    </message>
    <message>
        <source>%1 of %2 s unused at %3 fps</source>
        <translation>%1 von %2 s unbenutzt bei %3 fps</translation>
    </message>
    <message>
        <source>Re&amp;view scene cuts…</source>
        <translation>Szenenschnitte d&amp;urchsehen…</translation>
    </message>
    <message>
        <source>Shows the scene cuts of the selected clips, to accept or reject each before splitting.</source>
        <translation>Zeigt die Szenenschnitte der ausgewählten Clips, um jeden vor dem Teilen anzunehmen oder abzulehnen.</translation>
    </message>
    <message>
        <source>Selects the part of the picture to use, in all selected clips: drag, or use the arrow keys and Return.</source>
        <translation>Wählt den Teil des Bildes, der verwendet wird, in allen ausgewählten Clips: mit der Maus ziehen oder mit den Pfeiltasten und der Eingabetaste.</translation>
    </message>
    <message>
        <source>Put into &amp;bucket</source>
        <translation>In &amp;Bucket legen</translation>
    </message>
    <message>
        <source>Split into p&amp;ieces…</source>
        <translation>In Stück&amp;e teilen…</translation>
    </message>
    <message>
        <source>Splits the selected clips into pieces of equal length.</source>
        <translation>Teilt die ausgewählten Clips in gleich lange Stücke.</translation>
    </message>
    <message>
        <source>Zoom in on the timeline</source>
        <translation>Zeitleiste vergrößern</translation>
    </message>
    <message>
        <source>Shows fewer frames on the timeline, larger.</source>
        <translation>Zeigt weniger Frames auf der Zeitleiste, dafür größer.</translation>
    </message>
    <message>
        <source>Zoom out of the timeline</source>
        <translation>Zeitleiste verkleinern</translation>
    </message>
    <message>
        <source>Shows more frames on the timeline.</source>
        <translation>Zeigt mehr Frames auf der Zeitleiste.</translation>
    </message>
    <message>
        <source>Show the whole file on the timeline</source>
        <translation>Ganze Datei auf der Zeitleiste zeigen</translation>
    </message>
    <message>
        <source>Shows all frames on the timeline again.</source>
        <translation>Zeigt wieder alle Frames auf der Zeitleiste.</translation>
    </message>
    <message>
        <source>The one that loses least</source>
        <translation>Der mit dem geringsten Verlust</translation>
    </message>
    <message>
        <source>Split into pieces</source>
        <translation>In Stücke teilen</translation>
    </message>
    <message>
        <source>Seconds of each piece:</source>
        <translation>Sekunden je Stück:</translation>
    </message>
    <message>
        <source>Locate…</source>
        <translation>Suchen…</translation>
    </message>
    <message>
        <source>Locate the file</source>
        <translation>Die Datei suchen</translation>
    </message>
    <message>
        <source>Looks through a folder for this file and the other missing ones.</source>
        <translation>Durchsucht einen Ordner nach dieser und den anderen fehlenden Dateien.</translation>
    </message>
    <message>
        <source>Cut to a single frame?</source>
        <translation>Auf einen einzigen Frame kürzen?</translation>
    </message>
    <message>
        <source>Only frame %1 of the clip would remain.</source>
        <translation>Vom Clip bliebe nur Frame %1 übrig.</translation>
    </message>
    <message>
        <source>Cut to one frame</source>
        <translation>Auf einen Frame kürzen</translation>
    </message>
    <message>
        <source>Keep the clip</source>
        <translation>Clip behalten</translation>
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
        <source>Once saved, it can be resumed at the next start.</source>
        <translation>Gespeichert lässt er sich beim nächsten Start fortsetzen.</translation>
    </message>
    <message>
        <source>&amp;Save and close</source>
        <translation>&amp;Speichern und schließen</translation>
    </message>
    <message>
        <source>Keep running &amp;minimised</source>
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
        <source>%n waiting jobs will be offered at the next start.</source>
        <translation>
            <numerusform>%n wartender Auftrag wird beim nächsten Start angeboten.</numerusform>
            <numerusform>%n wartende Aufträge werden beim nächsten Start angeboten.</numerusform>
        </translation>
    </message>
    <message>
        <source>They will be offered at the next start.</source>
        <translation>Sie werden beim nächsten Start angeboten.</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>S&amp;chließen</translation>
    </message>
    <message numerus="yes">
        <source>%n changes are not saved: the project&apos;s folder is gone.</source>
        <translation>
            <numerusform>%n Änderung ist nicht gespeichert: Der Ordner des Projekts fehlt.</numerusform>
            <numerusform>%n Änderungen sind nicht gespeichert: Der Ordner des Projekts fehlt.</numerusform>
        </translation>
    </message>
    <message>
        <source>To keep them, cancel and save a copy of the project.</source>
        <translation>Um sie zu behalten, brechen Sie ab und speichern Sie eine Kopie des Projekts.</translation>
    </message>
    <message>
        <source>C&amp;lose without saving</source>
        <translation>Ohne Speichern sch&amp;ließen</translation>
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
        <source>Matching commands</source>
        <translation>Passende Befehle</translation>
    </message>
    <message>
        <source>Type part of the name of a command, a setting, a run or a clip; Enter takes the selected one</source>
        <translation>Einen Teil vom Namen eines Befehls, einer Einstellung, eines Laufs oder eines Clips eingeben; die Eingabetaste nimmt das Gewählte</translation>
    </message>
    <message>
        <source>Find a command, setting, run or clip</source>
        <translation>Befehl, Einstellung, Lauf oder Clip finden</translation>
    </message>
</context>
<context>
    <name>ComparePlayer</name>
    <message>
        <source>&amp;One clip</source>
        <translation>&amp;Ein Clip</translation>
    </message>
    <message>
        <source>Shows the selected clip alone.</source>
        <translation>Zeigt nur den gewählten Clip.</translation>
    </message>
    <message>
        <source>&amp;Side by side</source>
        <translation>&amp;Nebeneinander</translation>
    </message>
    <message>
        <source>Shows A and the selected clip, B, side by side and in sync.</source>
        <translation>Zeigt A und den gewählten Clip, B, synchron nebeneinander.</translation>
    </message>
    <message>
        <source>&amp;Wipe</source>
        <translation>&amp;Wischblende</translation>
    </message>
    <message>
        <source>Shows A to the left of a divider that you can move, and the selected clip to its right.</source>
        <translation>Zeigt A links und den gewählten Clip rechts von einer Trennlinie, die Sie verschieben können.</translation>
    </message>
    <message>
        <source>Move the divider to the left</source>
        <translation>Trennlinie nach links verschieben</translation>
    </message>
    <message>
        <source>Shows less of A and more of the selected clip.</source>
        <translation>Zeigt weniger von A und mehr vom gewählten Clip.</translation>
    </message>
    <message>
        <source>Move the divider to the right</source>
        <translation>Trennlinie nach rechts verschieben</translation>
    </message>
    <message>
        <source>Shows more of A and less of the selected clip.</source>
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
        <source>A has %1 frames and B has %2: A stops at its last frame.</source>
        <translation>A hat %1 Frames und B hat %2: A bleibt beim letzten Frame stehen.</translation>
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
    <name>ConditionList</name>
    <message>
        <source>None. Add images or videos, or drop them on this page.</source>
        <translation>Keine. Fügen Sie Bilder oder Videos hinzu oder ziehen Sie sie auf diese Seite.</translation>
    </message>
    <message>
        <source>Images and videos at any frame</source>
        <translation>Bilder und Videos an beliebigen Frames</translation>
    </message>
    <message>
        <source>Add images or videos…</source>
        <translation>Bilder oder Videos hinzufügen…</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Frame of “%1”</source>
        <translation>Frame von „%1“</translation>
    </message>
    <message>
        <source>The frame of the clip where it starts, counted from 0. Below 0: the clip ends with it.</source>
        <translation>Der Frame des Clips, an dem es beginnt, von 0 an gezählt. Unter 0: Der Clip endet damit.</translation>
    </message>
    <message>
        <source>Strength of “%1”</source>
        <translation>Stärke von „%1“</translation>
    </message>
    <message>
        <source>1 keeps it exactly, 0 ignores it.</source>
        <translation>1 behält es genau bei, 0 lässt es außer Acht.</translation>
    </message>
    <message>
        <source>Remove “%1” from the list</source>
        <translation>„%1“ aus der Liste entfernen</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>Frame</translation>
    </message>
    <message>
        <source>Strength</source>
        <translation>Stärke</translation>
    </message>
    <message>
        <source>“%1” starts after the end of the clip: choose frame %2 or an earlier one.</source>
        <translation>„%1“ beginnt erst nach dem Ende des Clips: Wählen Sie Frame %2 oder einen früheren.</translation>
    </message>
</context>
<context>
    <name>CropRow</name>
    <message>
        <source>Shape of the crop</source>
        <translation>Form des Ausschnitts</translation>
    </message>
    <message>
        <source>The crop keeps this shape while it is drawn and resized.</source>
        <translation>Der Ausschnitt behält diese Form, während er gezogen und verändert wird.</translation>
    </message>
    <message>
        <source>X</source>
        <translation>X</translation>
    </message>
    <message>
        <source>Left edge of the crop</source>
        <translation>Linker Rand des Ausschnitts</translation>
    </message>
    <message>
        <source>Y</source>
        <translation>Y</translation>
    </message>
    <message>
        <source>Top edge of the crop</source>
        <translation>Oberer Rand des Ausschnitts</translation>
    </message>
    <message>
        <source>W</source>
        <translation>B</translation>
    </message>
    <message>
        <source>Width of the crop</source>
        <translation>Breite des Ausschnitts</translation>
    </message>
    <message>
        <source>H</source>
        <translation>H</translation>
    </message>
    <message>
        <source>Height of the crop</source>
        <translation>Höhe des Ausschnitts</translation>
    </message>
    <message>
        <source>Any shape</source>
        <translation>Beliebige Form</translation>
    </message>
    <message>
        <source>As bucket %1×%2</source>
        <translation>Wie Bucket %1×%2</translation>
    </message>
    <message numerus="yes">
        <source>for %n clips</source>
        <translation>
            <numerusform>für %n Clip</numerusform>
            <numerusform>für %n Clips</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DatasetPage</name>
    <message>
        <source>Dataset</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>Import videos, caption and cut them, and see what the model will see.</source>
        <translation>Videos importieren, beschreiben und schneiden und sehen, was das Modell sehen wird.</translation>
    </message>
    <message>
        <source>No project is open. A project is a folder with a database of clips and captions; your videos stay where they are.</source>
        <translation>Es ist kein Projekt geöffnet. Ein Projekt ist ein Ordner mit einer Datenbank der Clips und Beschreibungen; Ihre Videos bleiben, wo sie sind.</translation>
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
        <source>Imports everything in a folder and its subfolders, with the lists and captions beside the videos.</source>
        <translation>Importiert den Inhalt eines Ordners und seiner Unterordner, mit Listen und Beschreibungen neben den Videos.</translation>
    </message>
    <message>
        <source>&amp;Import a dataset…</source>
        <translation>Datensatz &amp;importieren…</translation>
    </message>
    <message>
        <source>Imports a dataset that another program made, in the layout you choose.</source>
        <translation>Importiert einen Datensatz eines anderen Programms in dem Layout, das Sie wählen.</translation>
    </message>
    <message>
        <source>&amp;Export clips…</source>
        <translation>Clips e&amp;xportieren…</translation>
    </message>
    <message>
        <source>Saves the clips in a layout that other programs can read.</source>
        <translation>Speichert die Clips in einem Layout, das andere Programme lesen können.</translation>
    </message>
    <message>
        <source>&amp;Train on this</source>
        <translation>Hier&amp;mit trainieren</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>Undoes the last change to the project, even one from an earlier session.</source>
        <translation>Macht die letzte Änderung am Projekt rückgängig, auch eine aus einer früheren Sitzung.</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Redoes the change that was undone.</source>
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
    <message numerus="yes">
        <source>%n clips imported</source>
        <translation>
            <numerusform>%n Clip importiert</numerusform>
            <numerusform>%n Clips importiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n already there</source>
        <translation>
            <numerusform>%n schon vorhanden</numerusform>
            <numerusform>%n schon vorhanden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n skipped</source>
        <translation>
            <numerusform>%n übersprungen</numerusform>
            <numerusform>%n übersprungen</numerusform>
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
        <source>%n clips not exported, or only in part</source>
        <translation>
            <numerusform>%n Clip nicht oder nur teilweise exportiert</numerusform>
            <numerusform>%n Clips nicht oder nur teilweise exportiert</numerusform>
        </translation>
    </message>
    <message>
        <source>Find &amp;missing files…</source>
        <translation>&amp;Fehlende Dateien suchen…</translation>
    </message>
    <message>
        <source>Looks through a folder for the files that were moved, and points the clips to them.</source>
        <translation>Durchsucht einen Ordner nach verschobenen Dateien und verknüpft die Clips neu mit ihnen.</translation>
    </message>
    <message>
        <source>Import &amp;problems</source>
        <translation>Import&amp;probleme</translation>
    </message>
    <message>
        <source>Shows what the last import could not use, and why.</source>
        <translation>Zeigt, was der letzte Import nicht verwenden konnte und warum.</translation>
    </message>
    <message>
        <source>Where are the files now?</source>
        <translation>Wo sind die Dateien jetzt?</translation>
    </message>
    <message>
        <source>Review d&amp;uplicates…</source>
        <translation>D&amp;uplikate durchsehen…</translation>
    </message>
    <message>
        <source>Shows clips that look alike, to keep one of each group.</source>
        <translation>Zeigt Clips, die sich gleichen, um aus jeder Gruppe einen zu behalten.</translation>
    </message>
    <message numerus="yes">
        <source>%n captions proposed</source>
        <translation>
            <numerusform>%n Beschreibung vorgeschlagen</numerusform>
            <numerusform>%n Beschreibungen vorgeschlagen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips not captioned</source>
        <translation>
            <numerusform>%n Clip nicht beschrieben</numerusform>
            <numerusform>%n Clips nicht beschrieben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files found again</source>
        <translation>
            <numerusform>%n Datei wiedergefunden</numerusform>
            <numerusform>%n Dateien wiedergefunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files not found</source>
        <translation>
            <numerusform>%n Datei nicht gefunden</numerusform>
            <numerusform>%n Dateien nicht gefunden</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Scan clips</source>
        <translation>Clips &amp;scannen</translation>
    </message>
    <message>
        <source>Measures brightness, motion and scene cuts of the clips that were cut since they were scanned.</source>
        <translation>Misst Helligkeit, Bewegung und Szenenschnitte der Clips, die seit dem letzten Scan geschnitten wurden.</translation>
    </message>
    <message numerus="yes">
        <source>%n clips not scanned</source>
        <translation>
            <numerusform>%n Clip nicht gescannt</numerusform>
            <numerusform>%n Clips nicht gescannt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n captions updated</source>
        <translation>
            <numerusform>%n Beschreibung aktualisiert</numerusform>
            <numerusform>%n Beschreibungen aktualisiert</numerusform>
        </translation>
    </message>
    <message>
        <source>Opens the settings of a new run on these clips. They are frozen in their buckets when it starts.</source>
        <translation>Öffnet die Einstellungen eines neuen Laufs mit diesen Clips. Beim Start werden sie in ihren Buckets eingefroren.</translation>
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
        <source>Name given by the manufacturer</source>
        <translation>Bezeichnung des Herstellers</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Data type of the matrices</source>
        <translation>Datentyp der Matrizen</translation>
    </message>
    <message>
        <source>Data type</source>
        <translation>Datentyp</translation>
    </message>
    <message>
        <source>Speed of a large matrix product, which takes most of the training time</source>
        <translation>Geschwindigkeit eines großen Matrixprodukts, das den größten Teil der Trainingszeit ausmacht</translation>
    </message>
    <message>
        <source>Matrix product</source>
        <translation>Matrixprodukt</translation>
    </message>
    <message>
        <source>Bandwidth of the device&apos;s own memory</source>
        <translation>Bandbreite des Gerätespeichers</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Bandwidth from host memory to the GPU, which limits block streaming</source>
        <translation>Bandbreite vom Arbeitsspeicher zur GPU, die das Streamen von Blöcken begrenzt</translation>
    </message>
    <message>
        <source>Upload</source>
        <translation>Übertragung</translation>
    </message>
    <message>
        <source>Largest error compared with 64-bit arithmetic, relative to the row</source>
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
        <source>Measures matrix products and copies on each device, and proves on small reference models that networks, training and optimizers compute there what they should.</source>
        <translation>Misst auf jedem Gerät Matrixprodukte und Kopien und weist an kleinen Referenzmodellen nach, dass Netze, Training und Optimierer dort richtig rechnen.</translation>
    </message>
    <message>
        <source>Check the &amp;devices</source>
        <translation>&amp;Geräte prüfen</translation>
    </message>
    <message>
        <source>Measures each device and checks its results. Takes less than a minute.</source>
        <translation>Misst jedes Gerät und prüft seine Ergebnisse; dauert weniger als eine Minute.</translation>
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
        <source>No results yet. A check takes less than a minute.</source>
        <translation>Noch keine Ergebnisse. Eine Prüfung dauert weniger als eine Minute.</translation>
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
        <source>Copy the device &amp;report</source>
        <translation>Gerätebericht &amp;kopieren</translation>
    </message>
    <message>
        <source>Copies the newest device check as text: figures, and what was proved.</source>
        <translation>Kopiert die neueste Geräteprüfung als Text: Messwerte und was nachgewiesen wurde.</translation>
    </message>
    <message>
        <source>Results of the latest check appear here.</source>
        <translation>Hier erscheinen die Ergebnisse der letzten Prüfung.</translation>
    </message>
    <message>
        <source>Results of the latest check</source>
        <translation>Ergebnisse der letzten Prüfung</translation>
    </message>
</context>
<context>
    <name>DeviceReport</name>
    <message>
        <source>Networks and training steps match the Python reference</source>
        <translation>Netze und Trainingsschritte stimmen mit der Python-Referenz überein</translation>
    </message>
    <message>
        <source>Training with activations, blocks or the optimizer in host memory gives the same numbers</source>
        <translation>Training mit Aktivierungen, Blöcken oder Optimierer im Hauptspeicher ergibt dieselben Zahlen</translation>
    </message>
    <message>
        <source>Optimizers change weights as on the CPU</source>
        <translation>Optimierer ändern Gewichte wie auf der CPU</translation>
    </message>
    <message>
        <source>? %1: the reference cases are not installed.</source>
        <translation>? %1: die Referenzfälle sind nicht installiert.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>✗ %1: only %2. Different: %3.</source>
        <translation>✗ %1: nur %2. Abweichend: %3.</translation>
    </message>
    <message>
        <source>✓ %1: %2, bit for bit.</source>
        <translation>✓ %1: %2, Bit für Bit.</translation>
    </message>
    <message>
        <source>✓ %1: %2. The largest difference is %3 % of what is allowed.</source>
        <translation>✓ %1: %2. Die größte Abweichung beträgt %3 % der erlaubten.</translation>
    </message>
</context>
<context>
    <name>DownloadDialog</name>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
    <message>
        <source>%1×%2, %3 frames</source>
        <translation>%1×%2, %3 Frames</translation>
    </message>
    <message>
        <source>No preset</source>
        <translation>Keine Vorlage</translation>
    </message>
    <message>
        <source>Needs a GPU of %1 GB</source>
        <translation>Braucht eine GPU mit %1 GB</translation>
    </message>
    <message>
        <source>LoRA and full fine-tune</source>
        <translation>LoRA und volles Fine-Tuning</translation>
    </message>
    <message>
        <source>LoRA</source>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>Published models</source>
        <translation>Veröffentlichte Modelle</translation>
    </message>
    <message>
        <source>No models.</source>
        <translation>Keine Modelle.</translation>
    </message>
    <message>
        <source>I &amp;accept the terms of the licence</source>
        <translation>Ich &amp;akzeptiere die Lizenzbedingungen</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>&amp;Download</source>
        <translation>&amp;Herunterladen</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Download a model</source>
        <translation>Modell herunterladen</translation>
    </message>
    <message>
        <source>The cache that other programs share</source>
        <translation>Der Cache, den andere Programme mitbenutzen</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Ordner wählen</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>&amp;Ordner</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Made for</source>
        <translation>Gemacht für</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>This GPU can train</source>
        <translation>Diese GPU kann trainieren</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>ab %1</translation>
    </message>
    <message>
        <source>On its page</source>
        <translation>Auf der Modellseite</translation>
    </message>
    <message>
        <source>The licence is on the model&apos;s page</source>
        <translation>Die Lizenz steht auf der Seite des Modells</translation>
    </message>
    <message>
        <source>It permits any use.</source>
        <translation>Sie erlaubt jede Nutzung.</translation>
    </message>
    <message numerus="yes">
        <source>The model consists of %n downloads, which must be in one folder.</source>
        <translation>
            <numerusform>Das Modell besteht aus %n Download, der in einem Ordner liegen muss.</numerusform>
            <numerusform>Das Modell besteht aus %n Downloads, die in einem Ordner liegen müssen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose a folder for the model</source>
        <translation>Ordner für das Modell wählen</translation>
    </message>
</context>
<context>
    <name>DuplicatesDialog</name>
    <message numerus="yes">
        <source>%1×%2, %n frames</source>
        <translation>
            <numerusform>%1×%2, %n Frame</numerusform>
            <numerusform>%1×%2, %n Frames</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 s at %2 fps, file of %3</source>
        <translation>%1 s bei %2 fps, Datei mit %3</translation>
    </message>
    <message>
        <source>No caption</source>
        <translation>Keine Beschreibung</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Shows the group before.</source>
        <translation>Zeigt die vorige Gruppe.</translation>
    </message>
    <message>
        <source>Keep &amp;all</source>
        <translation>&amp;Alle behalten</translation>
    </message>
    <message>
        <source>Keep all</source>
        <translation>Alle behalten</translation>
    </message>
    <message>
        <source>Keeps all clips of the group and shows the next one.</source>
        <translation>Behält alle Clips der Gruppe und zeigt die nächste.</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>Duplikate</translation>
    </message>
    <message>
        <source>Clips that look alike</source>
        <translation>Clips, die sich gleichen</translation>
    </message>
    <message>
        <source>Looking for clips that look alike…</source>
        <translation>Sucht Clips, die sich gleichen…</translation>
    </message>
    <message>
        <source>No clips look alike.</source>
        <translation>Keine Clips gleichen sich.</translation>
    </message>
    <message>
        <source>That was the last group.</source>
        <translation>Das war die letzte Gruppe.</translation>
    </message>
    <message>
        <source>Picture of %1</source>
        <translation>Bild von %1</translation>
    </message>
    <message>
        <source>Keep only this</source>
        <translation>Nur diesen behalten</translation>
    </message>
    <message>
        <source>Keep only %1</source>
        <translation>Nur %1 behalten</translation>
    </message>
    <message>
        <source>Show in file manager</source>
        <translation>Im Dateimanager zeigen</translation>
    </message>
    <message>
        <source>Group %1 of %2: these clips look alike. The others are removed from the project. Their files stay on disk, and Undo brings them back.</source>
        <translation>Gruppe %1 von %2: Diese Clips gleichen sich. Die anderen werden aus dem Projekt entfernt. Ihre Dateien bleiben erhalten, und Rückgängig bringt sie zurück.</translation>
    </message>
    <message numerus="yes">
        <source>The first %1 are shown; %Ln more are in the group.</source>
        <translation>
            <numerusform>Die ersten %1 sind zu sehen; %Ln weiterer gehört zur Gruppe.</numerusform>
            <numerusform>Die ersten %1 sind zu sehen; %Ln weitere gehören zur Gruppe.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EncodingRow</name>
    <message>
        <source>E&amp;ncode now</source>
        <translation>&amp;Jetzt kodieren</translation>
    </message>
    <message>
        <source>Encodes clips and captions ahead of time, so that training can start at once. Only what has changed is encoded.</source>
        <translation>Kodiert Clips und Beschreibungen vorab, damit das Training sofort beginnt. Nur Geändertes wird kodiert.</translation>
    </message>
    <message numerus="yes">
        <source>All %n samples are encoded.</source>
        <translation>
            <numerusform>%n Sample ist kodiert.</numerusform>
            <numerusform>Alle %n Samples sind kodiert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>To encode: %1 of %n samples</source>
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
        <source>Choose a model folder first: its networks do the encoding.</source>
        <translation>Zuerst einen Modellordner wählen: Seine Netze kodieren.</translation>
    </message>
    <message>
        <source>Looking up what is encoded…</source>
        <translation>Es wird nachgesehen, was kodiert ist …</translation>
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
        <source>Open folder</source>
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
        <source>Refer to the original videos</source>
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
        <source>How captions and videos are stored.</source>
        <translation>Wie Beschreibungen und Videos abgelegt sind.</translation>
    </message>
    <message>
        <source>&amp;Videos</source>
        <translation>&amp;Videos</translation>
    </message>
    <message>
        <source>Whether each clip is written to a file of its own.</source>
        <translation>Ob jeder Clip in eine eigene Datei geschrieben wird.</translation>
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
    <message numerus="yes">
        <source>%n clips of the filtered list</source>
        <translation>
            <numerusform>%n Clip der gefilterten Liste</numerusform>
            <numerusform>%n Clips der gefilterten Liste</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n selected clips</source>
        <translation>
            <numerusform>%n ausgewählter Clip</numerusform>
            <numerusform>%n ausgewählte Clips</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FileQuestions</name>
    <message>
        <source>Model &amp;folder…</source>
        <translation>Modell&amp;ordner…</translation>
    </message>
    <message>
        <source>Model in &amp;one file…</source>
        <translation>Modell in &amp;einer Datei…</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <source>Models (*.safetensors *.gguf)</source>
        <translation>Modelle (*.safetensors *.gguf)</translation>
    </message>
</context>
<context>
    <name>FindingList</name>
    <message numerus="yes">
        <source>Selects %n clips.</source>
        <translation>
            <numerusform>Wählt %n Clip aus.</numerusform>
            <numerusform>Wählt %n Clips aus.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n more</source>
        <translation>
            <numerusform>%n weiteren anzeigen</numerusform>
            <numerusform>%n weitere anzeigen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FlatTable</name>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
</context>
<context>
    <name>GalleryPage</name>
    <message>
        <source>Gallery</source>
        <translation>Galerie</translation>
    </message>
    <message>
        <source>See what each step of a run makes of its prompts, next to the untrained model.</source>
        <translation>Sehen Sie, was jeder Schritt eines Laufs aus seinen Prompts macht, neben dem untrainierten Modell.</translation>
    </message>
    <message>
        <source>Set as &amp;A</source>
        <translation>Als &amp;A setzen</translation>
    </message>
    <message>
        <source>Compares all other clips with the selected one, or with the same prompt at its step.</source>
        <translation>Vergleicht alle anderen Clips mit dem gewählten oder mit demselben Prompt bei dessen Schritt.</translation>
    </message>
    <message>
        <source>&amp;Reset A</source>
        <translation>A auf&amp;heben</translation>
    </message>
    <message>
        <source>Compares each clip with the one from before training again.</source>
        <translation>Vergleicht jeden Clip wieder mit dem vor dem Training.</translation>
    </message>
    <message>
        <source>&amp;Validate now</source>
        <translation>Jetzt &amp;validieren</translation>
    </message>
    <message>
        <source>Has the running job generate clips after its current step.</source>
        <translation>Lässt den laufenden Auftrag nach dem aktuellen Schritt Clips generieren.</translation>
    </message>
    <message>
        <source>&amp;Export clip…</source>
        <translation>Clip e&amp;xportieren…</translation>
    </message>
    <message>
        <source>Saves the selected clip as MP4, GIF or PNG images.</source>
        <translation>Speichert den gewählten Clip als MP4, GIF oder PNG-Bilder.</translation>
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
        <source>Saves A and the selected clip side by side as one clip.</source>
        <translation>Speichert A und den gewählten Clip nebeneinander als einen Clip.</translation>
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
        <source>Saves the middle frame of every clip of the run as one image.</source>
        <translation>Speichert den mittleren Frame jedes Clips des Laufs als ein Bild.</translation>
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
        <source>The run whose clips are shown, newest first.</source>
        <translation>Der Lauf, dessen Clips gezeigt werden, der neueste zuerst.</translation>
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
        <source>The file of this clip is missing.</source>
        <translation>Die Datei dieses Clips fehlt.</translation>
    </message>
    <message>
        <source>No clip of this prompt at this step.</source>
        <translation>Kein Clip dieses Prompts bei diesem Schritt.</translation>
    </message>
    <message>
        <source>This run made no clips before training, so A is its first clip. Turn on “Validate before training” in a new run&apos;s settings to get them.</source>
        <translation>Dieser Lauf hat vor dem Training keine Clips generiert, daher ist A sein erster Clip. Schalten Sie in den Einstellungen eines neuen Laufs „Vor dem Training validieren“ ein, um sie zu bekommen.</translation>
    </message>
    <message>
        <source>No project is open. This page compares the clips of a project&apos;s runs.</source>
        <translation>Es ist kein Projekt geöffnet. Diese Seite vergleicht die Clips der Läufe eines Projekts.</translation>
    </message>
    <message>
        <source>No runs yet. The clips that a run makes during training appear here.</source>
        <translation>Noch keine Läufe. Hier erscheinen die Clips, die ein Lauf während des Trainings macht.</translation>
    </message>
    <message>
        <source>Compare chec&amp;kpoints…</source>
        <translation>Chec&amp;kpoints vergleichen…</translation>
    </message>
    <message>
        <source>Generates the selected clip again with several checkpoints, strengths and seeds.</source>
        <translation>Generiert den gewählten Clip mit mehreren Checkpoints, Stärken und Seeds noch einmal.</translation>
    </message>
    <message>
        <source>Checkpoints · %1 · %2</source>
        <translation>Checkpoints · %1 · %2</translation>
    </message>
</context>
<context>
    <name>GalleryText</name>
    <message>
        <source>None (untrained model)</source>
        <translation>Ohne (untrainiertes Modell)</translation>
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
        <source>File hash</source>
        <translation>Hash der Datei</translation>
    </message>
    <message>
        <source>Before training there is no LoRA: this is the untrained model.</source>
        <translation>Vor dem Training gibt es kein LoRA: Das ist das untrainierte Modell.</translation>
    </message>
    <message>
        <source>The checkpoint of this step was not kept. “Checkpoints kept” in the run&apos;s settings sets how many are.</source>
        <translation>Der Checkpoint dieses Schritts wurde nicht aufbewahrt. „Aufbewahrte Checkpoints“ in den Einstellungen des Laufs legt fest, wie viele es sind.</translation>
    </message>
    <message>
        <source>A checkpoint of a full fine-tune can only be resumed. The result of the run is a model that can be used.</source>
        <translation>Ein Checkpoint eines vollständigen Fine-Tunings lässt sich nur fortsetzen. Das Ergebnis des Laufs ist ein Modell, das sich benutzen lässt.</translation>
    </message>
    <message>
        <source>This run has no validation prompts, so it makes no clips. Add some under “Validation” for a new run, and turn on “Validate before training” to see the untrained model, too.</source>
        <translation>Dieser Lauf hat keine Validierungsprompts und generiert daher keine Clips. Tragen Sie für einen neuen Lauf welche unter „Validierung“ ein und schalten Sie „Vor dem Training validieren“ ein, um auch das untrainierte Modell zu sehen.</translation>
    </message>
    <message>
        <source>This run makes clips every %1 steps and at its end, but has not got that far. “Validate before training” in a run&apos;s settings also makes clips before the first step.</source>
        <translation>Dieser Lauf generiert alle %1 Schritte und an seinem Ende Clips, ist aber noch nicht so weit gekommen. „Vor dem Training validieren“ in den Einstellungen eines Laufs generiert auch vor dem ersten Schritt welche.</translation>
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
        <source>Image (*.png)</source>
        <translation>Bild (*.png)</translation>
    </message>
    <message>
        <source>Folder of PNG images (*)</source>
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
    <message>
        <source>Averaged weights (EMA)</source>
        <translation>Gemittelte Gewichte (EMA)</translation>
    </message>
    <message>
        <source>Without LoRA</source>
        <translation>Ohne LoRA</translation>
    </message>
    <message>
        <source>Last frame</source>
        <translation>Letzter Frame</translation>
    </message>
    <message>
        <source>Preview LoRA</source>
        <translation>Vorschau-LoRA</translation>
    </message>
    <message>
        <source>%1, strength %2</source>
        <translation>%1, Stärke %2</translation>
    </message>
    <message numerus="yes">
        <source>This run makes clips every %n epochs and at its end, but has not got that far. “Validate before training” in a run&apos;s settings also makes clips before the first step.</source>
        <translation>
            <numerusform>Dieser Lauf generiert nach jeder Epoche und am Ende Clips, ist aber noch nicht so weit. „Vor dem Training validieren“ in den Einstellungen eines Laufs generiert auch vor dem ersten Schritt Clips.</numerusform>
            <numerusform>Dieser Lauf generiert alle %n Epochen und am Ende Clips, ist aber noch nicht so weit. „Vor dem Training validieren“ in den Einstellungen eines Laufs generiert auch vor dem ersten Schritt Clips.</numerusform>
        </translation>
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
        <source>Generate clips from text or a first frame, with a model and its LoRAs.</source>
        <translation>Generieren Sie Clips aus Text oder einem ersten Frame, mit einem Modell und seinen LoRAs.</translation>
    </message>
    <message>
        <source>The clip appears here while it is generated.</source>
        <translation>Der Clip erscheint hier, während er generiert wird.</translation>
    </message>
    <message>
        <source>&amp;Generate</source>
        <translation>&amp;Generieren</translation>
    </message>
    <message>
        <source>Adds the clip to the queue. It is generated when its turn comes.</source>
        <translation>Reiht den Clip in die Auftragsliste ein; er wird generiert, wenn er an der Reihe ist.</translation>
    </message>
    <message>
        <source>&amp;Last seed</source>
        <translation>&amp;Letzter Seed</translation>
    </message>
    <message>
        <source>Uses the seed of the last clip again.</source>
        <translation>Verwendet den Seed des letzten Clips noch einmal.</translation>
    </message>
    <message>
        <source>&amp;Cancel clip</source>
        <translation>Clip &amp;abbrechen</translation>
    </message>
    <message>
        <source>Cancels the clip that is being generated, or removes the next one from the queue.</source>
        <translation>Beendet den Clip, der gerade generiert wird, oder nimmt den nächsten aus der Auftragsliste.</translation>
    </message>
    <message>
        <source>Live &amp;preview</source>
        <translation>Live-&amp;Vorschau</translation>
    </message>
    <message>
        <source>Goes back to the clip that is being generated.</source>
        <translation>Zeigt wieder den Clip, der gerade generiert wird.</translation>
    </message>
    <message>
        <source>&amp;Decode in tiles</source>
        <translation>In &amp;Kacheln dekodieren</translation>
    </message>
    <message>
        <source>Decodes the denoised clip again, in tiles, which needs much less memory.</source>
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
        <source>The form now holds the clip&apos;s recipe.</source>
        <translation>Das Formular enthält jetzt das Rezept des Clips.</translation>
    </message>
    <message>
        <source>Loading the engine…</source>
        <translation>Engine wird geladen…</translation>
    </message>
    <message>
        <source>Clips cannot be generated without the engine.</source>
        <translation>Ohne die Engine können keine Clips generiert werden.</translation>
    </message>
    <message numerus="yes">
        <source>%n clips queued.</source>
        <translation>
            <numerusform>%n Clip eingereiht.</numerusform>
            <numerusform>%n Clips eingereiht.</numerusform>
        </translation>
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
    <name>GridDialog</name>
    <message>
        <source>Checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>Strengths</source>
        <translation>Stärken</translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation>Seeds</translation>
    </message>
    <message>
        <source>Compare checkpoints</source>
        <translation>Checkpoints vergleichen</translation>
    </message>
    <message>
        <source>&amp;Checkpoints</source>
        <translation>&amp;Checkpoints</translation>
    </message>
    <message>
        <source>&amp;Strengths</source>
        <translation>&amp;Stärken</translation>
    </message>
    <message>
        <source>S&amp;eeds</source>
        <translation>S&amp;eeds</translation>
    </message>
    <message numerus="yes">
        <source>&amp;Queue %n clips</source>
        <translation>
            <numerusform>%n Clip ein&amp;reihen</numerusform>
            <numerusform>%n Clips ein&amp;reihen</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Queue</source>
        <translation>Ein&amp;reihen</translation>
    </message>
    <message>
        <source>How strongly each checkpoint counts: numbers above 0, up to 4, separated by spaces.</source>
        <translation>Wie stark jeder Checkpoint zählt: Zahlen über 0 bis 4, durch Leerzeichen getrennt.</translation>
    </message>
    <message>
        <source>Whole numbers, separated by spaces: one column for each.</source>
        <translation>Ganze Zahlen, durch Leerzeichen getrennt: für jede eine Spalte.</translation>
    </message>
    <message>
        <source>&amp;Include the base model</source>
        <translation>&amp;Basismodell einbeziehen</translation>
    </message>
    <message>
        <source>Include the base model</source>
        <translation>Basismodell einbeziehen</translation>
    </message>
    <message>
        <source>Adds one clip per seed without a LoRA, to compare with.</source>
        <translation>Fügt zum Vergleich für jeden Seed einen Clip ohne LoRA hinzu.</translation>
    </message>
    <message>
        <source>Generates the selected clip again with each checkpoint, strength and seed: “%1”. Everything else stays the same.</source>
        <translation>Generiert den gewählten Clip mit jedem Checkpoint, jeder Stärke und jedem Seed noch einmal: „%1“. Alles andere bleibt gleich.</translation>
    </message>
    <message>
        <source>“%1” is not a strength. Use numbers above 0, up to %2, such as %3.</source>
        <translation>„%1“ ist keine Stärke. Erlaubt sind Zahlen über 0 bis %2, etwa %3.</translation>
    </message>
    <message>
        <source>Enter at least one strength.</source>
        <translation>Mindestens eine Stärke eingeben.</translation>
    </message>
    <message>
        <source>“%1” is not a seed. Use whole numbers from 0, such as 1, 2, 3.</source>
        <translation>„%1“ ist kein Seed. Erlaubt sind ganze Zahlen ab 0, etwa 1, 2, 3.</translation>
    </message>
    <message>
        <source>Enter at least one seed.</source>
        <translation>Mindestens einen Seed eingeben.</translation>
    </message>
    <message>
        <source>Select at least one checkpoint.</source>
        <translation>Mindestens einen Checkpoint auswählen.</translation>
    </message>
    <message numerus="yes">
        <source>%n checkpoints</source>
        <translation>
            <numerusform>%n Checkpoint</numerusform>
            <numerusform>%n Checkpoints</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n strengths</source>
        <translation>
            <numerusform>%n Stärke</numerusform>
            <numerusform>%n Stärken</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n seeds</source>
        <translation>
            <numerusform>%n Seed</numerusform>
            <numerusform>%n Seeds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, and %n clips of the base model.</source>
        <translation>
            <numerusform>%1 und %n Clip des Basismodells.</numerusform>
            <numerusform>%1 und %n Clips des Basismodells.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GuideWindow</name>
    <message>
        <source>User&apos;s guide</source>
        <translation>Benutzerhandbuch</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vor</translation>
    </message>
    <message>
        <source>Find in the guide</source>
        <translation>Im Handbuch suchen</translation>
    </message>
    <message>
        <source>Return goes to the next place, on the next pages too.</source>
        <translation>Die Eingabetaste springt zur nächsten Stelle, auch auf den nächsten Seiten.</translation>
    </message>
    <message>
        <source>Page of the guide</source>
        <translation>Seite des Handbuchs</translation>
    </message>
    <message>
        <source>The guide is not there: %1 is missing. Install Framewright again.</source>
        <translation>Das Handbuch ist nicht da: %1 fehlt. Installieren Sie Framewright neu.</translation>
    </message>
    <message>
        <source>Nothing in the guide says “%1”.</source>
        <translation>Nichts im Handbuch enthält „%1“.</translation>
    </message>
</context>
<context>
    <name>HealthStrip</name>
    <message>
        <source>Clip health</source>
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
        <source>Videos with fewer frames than the smallest bucket or the model needs.</source>
        <translation>Videos mit weniger Frames, als der kleinste Bucket oder das Modell braucht.</translation>
    </message>
    <message>
        <source>Videos whose motion would look too fast or too slow to the model. Set a frame rate to resample them.</source>
        <translation>Videos, deren Bewegungen dem Modell zu schnell oder zu langsam erschienen. Legen Sie eine Bildrate fest, um sie umzurechnen.</translation>
    </message>
    <message>
        <source>Clips from files that can only be decoded in part.</source>
        <translation>Clips aus Dateien, die sich nur teilweise dekodieren lassen.</translation>
    </message>
    <message>
        <source>Clips from files that can only be decoded in part. Files that were refused are under “Import problems”.</source>
        <translation>Clips aus Dateien, die sich nur teilweise dekodieren lassen. Abgelehnte Dateien stehen unter „Importprobleme“.</translation>
    </message>
    <message>
        <source>Clips whose file has been moved or deleted.</source>
        <translation>Clips, deren Datei verschoben oder gelöscht wurde.</translation>
    </message>
    <message>
        <source>Duplicates are searched for in up to %1 clips only.</source>
        <translation>Duplikate werden nur bei bis zu %1 Clips gesucht.</translation>
    </message>
    <message>
        <source>Clips that look like another clip.</source>
        <translation>Clips, die wie ein anderer aussehen.</translation>
    </message>
    <message>
        <source>Long caption</source>
        <translation>Zu lange Beschreibung</translation>
    </message>
    <message>
        <source>Captions with more tokens than one of the model&apos;s text encoders reads; it ignores the rest.</source>
        <translation>Beschreibungen mit mehr Tokens, als einer der Textencoder des Modells liest; den Rest beachtet er nicht.</translation>
    </message>
    <message>
        <source>Not scanned</source>
        <translation>Nicht gescannt</translation>
    </message>
    <message>
        <source>Clips that were cut since they were scanned: filters by brightness, motion and the like, and the search for duplicates, leave them out. “Scan clips” measures them.</source>
        <translation>Clips, die seit dem letzten Scan geschnitten wurden: Filter nach Helligkeit, Bewegung und Ähnlichem und die Suche nach Duplikaten lassen sie aus. „Clips scannen“ misst sie.</translation>
    </message>
</context>
<context>
    <name>HistoryPanel</name>
    <message>
        <source>No clips yet. The clips you generate appear here, with their recipes.</source>
        <translation>Noch keine Clips. Die Clips, die Sie generieren, erscheinen hier mit ihren Rezepten.</translation>
    </message>
    <message>
        <source>Generated clips</source>
        <translation>Generierte Clips</translation>
    </message>
    <message>
        <source>Newest first. Enter plays a clip.</source>
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
        <source>Fills the form with the settings of the selected clip, including its seed.</source>
        <translation>Füllt das Formular mit den Einstellungen des ausgewählten Clips, auch mit seinem Seed.</translation>
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
        <source>The clip “%1” will be moved to the trash.</source>
        <translation>Der Clip „%1“ wird in den Papierkorb verschoben.</translation>
    </message>
    <message>
        <source>You can restore it from there.</source>
        <translation>Von dort können Sie ihn wiederherstellen.</translation>
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
        <source>Detect automatically</source>
        <translation>Automatisch erkennen</translation>
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
        <source>How captions and videos are stored.</source>
        <translation>Wie Beschreibungen und Videos abgelegt sind.</translation>
    </message>
    <message>
        <source>&amp;Caption column</source>
        <translation>Spalte der &amp;Beschreibung</translation>
    </message>
    <message>
        <source>Column of a table, or file name of the list of captions. Leave empty for the usual names.</source>
        <translation>Spalte einer Tabelle oder Dateiname der Liste mit den Beschreibungen. Leer: die üblichen Namen.</translation>
    </message>
    <message>
        <source>&amp;Video column</source>
        <translation>Spalte des &amp;Videos</translation>
    </message>
    <message>
        <source>Column of a table, or file name of the list of videos. Leave empty for the usual names.</source>
        <translation>Spalte einer Tabelle oder Dateiname der Liste mit den Videos. Leer: die üblichen Namen.</translation>
    </message>
    <message>
        <source>Videos &amp;in</source>
        <translation>Videos liegen &amp;in</translation>
    </message>
    <message>
        <source>Choose the videos&apos; folder</source>
        <translation>Ordner der Videos wählen</translation>
    </message>
    <message>
        <source>Folder that relative paths in lists start from. Leave empty for the list&apos;s own folder.</source>
        <translation>Ordner, in dem relative Pfade in Listen beginnen. Leer: der Ordner der Liste.</translation>
    </message>
    <message>
        <source>Caption &amp;extension</source>
        <translation>&amp;Endung der Beschreibungen</translation>
    </message>
    <message>
        <source>Extension of the text files beside the videos.</source>
        <translation>Endung der Textdateien neben den Videos.</translation>
    </message>
    <message>
        <source>Minimum f&amp;rames</source>
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
    <message>
        <source>&amp;Update captions</source>
        <translation>Beschreibungen &amp;aktualisieren</translation>
    </message>
    <message>
        <source>Update captions</source>
        <translation>Beschreibungen aktualisieren</translation>
    </message>
    <message>
        <source>Takes captions that have changed since their clips were imported. The old ones stay in the history.</source>
        <translation>Übernimmt Beschreibungen, die sich seit dem Import ihrer Clips geändert haben. Die alten bleiben im Verlauf.</translation>
    </message>
    <message>
        <source>Each line is a ca&amp;ption</source>
        <translation>Jede Zeile ist eine &amp;Beschreibung</translation>
    </message>
    <message>
        <source>Each line is a caption</source>
        <translation>Jede Zeile ist eine Beschreibung</translation>
    </message>
    <message>
        <source>The lines of a text file become several captions of the clip. Training draws one at each step.</source>
        <translation>Die Zeilen einer Textdatei werden zu mehreren Beschreibungen des Clips. Das Training zieht bei jedem Schritt eine.</translation>
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
        <source>interrupted, saved at %1</source>
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
        <source>Resumes from the newest checkpoint.</source>
        <translation>Setzt vom neuesten Checkpoint aus fort.</translation>
    </message>
    <message>
        <source>The engine is not ready.</source>
        <translation>Die Engine ist nicht bereit.</translation>
    </message>
    <message>
        <source>Dismiss the run %1</source>
        <translation>Den Lauf %1 ausblenden</translation>
    </message>
    <message>
        <source>Hides this run here. The run itself is kept.</source>
        <translation>Blendet diesen Lauf hier aus. Der Lauf selbst bleibt erhalten.</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n weiterer</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>JobDock</name>
    <message>
        <source>Jobs</source>
        <translation>Aufträge</translation>
    </message>
    <message>
        <source>No jobs yet. Long-running work, such as training, is queued here.</source>
        <translation>Noch keine Aufträge. Länger dauernde Arbeit, etwa ein Training, wird hier eingereiht.</translation>
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
        <source>Lets a held job start, or resumes an ended one from its newest checkpoint.</source>
        <translation>Gibt einen zurückgehaltenen Auftrag frei oder führt einen beendeten von seinem neuesten Checkpoint aus weiter.</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pause</translation>
    </message>
    <message>
        <source>&amp;Stop and save</source>
        <translation>Beenden und &amp;speichern</translation>
    </message>
    <message>
        <source>Saves a checkpoint and the result so far, then ends the job.</source>
        <translation>Speichert einen Checkpoint und das bisherige Ergebnis und beendet dann den Auftrag.</translation>
    </message>
    <message>
        <source>Chec&amp;kpoint now</source>
        <translation>Jetzt Chec&amp;kpoint schreiben</translation>
    </message>
    <message>
        <source>Saves a checkpoint and keeps running.</source>
        <translation>Speichert einen Checkpoint und läuft weiter.</translation>
    </message>
    <message>
        <source>&amp;Validate now</source>
        <translation>Jetzt &amp;validieren</translation>
    </message>
    <message>
        <source>Generates the validation clips now and keeps running.</source>
        <translation>Generiert jetzt die Validierungsclips und läuft weiter.</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>Nach &amp;oben</translation>
    </message>
    <message>
        <source>Runs the selected waiting job earlier. You can also drag its row.</source>
        <translation>Führt den ausgewählten wartenden Auftrag früher aus. Sie können auch seine Zeile ziehen.</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation>Nach &amp;unten</translation>
    </message>
    <message>
        <source>Runs the selected waiting job later. You can also drag its row.</source>
        <translation>Führt den ausgewählten wartenden Auftrag später aus. Sie können auch seine Zeile ziehen.</translation>
    </message>
    <message>
        <source>Re&amp;move from list</source>
        <translation>Aus der Liste &amp;entfernen</translation>
    </message>
    <message>
        <source>Removes the selected job from the list. Its files are kept.</source>
        <translation>Entfernt den ausgewählten Auftrag aus der Liste. Seine Dateien bleiben erhalten.</translation>
    </message>
    <message>
        <source>C&amp;lear ended jobs</source>
        <translation>&amp;Beendete Aufträge entfernen</translation>
    </message>
    <message>
        <source>&amp;Fit and resume</source>
        <translation>An&amp;passen und fortsetzen</translation>
    </message>
    <message>
        <source>Resumes a run that ran out of memory, with settings that fit the memory that is free now.</source>
        <translation>Setzt einen Lauf, dem der Speicher ausging, mit Einstellungen fort, die in den jetzt freien Speicher passen.</translation>
    </message>
    <message>
        <source>Pause &amp;after this job</source>
        <translation>N&amp;ach diesem Auftrag anhalten</translation>
    </message>
    <message>
        <source>Finishes the running job and starts no other one until this is turned off.</source>
        <translation>Beendet noch den laufenden Auftrag und startet keinen weiteren, bis dies ausgeschaltet wird.</translation>
    </message>
    <message>
        <source>Paused after this job</source>
        <translation>Nach diesem Auftrag angehalten</translation>
    </message>
    <message>
        <source>%1 left in total</source>
        <translation>noch %1 insgesamt</translation>
    </message>
    <message numerus="yes">
        <source>%n jobs of unknown length</source>
        <translation>
            <numerusform>%n Auftrag unbekannter Dauer</numerusform>
            <numerusform>%n Aufträge unbekannter Dauer</numerusform>
        </translation>
    </message>
    <message>
        <source>No job is running.</source>
        <translation>Es läuft kein Auftrag.</translation>
    </message>
    <message>
        <source>No job has ended.</source>
        <translation>Kein Auftrag ist zu Ende.</translation>
    </message>
    <message>
        <source>Only a waiting job can be moved.</source>
        <translation>Nur ein wartender Auftrag lässt sich verschieben.</translation>
    </message>
    <message>
        <source>The job is the next one already.</source>
        <translation>Der Auftrag ist schon der nächste.</translation>
    </message>
    <message>
        <source>The job is the last one already.</source>
        <translation>Der Auftrag ist schon der letzte.</translation>
    </message>
    <message>
        <source>Removes all ended jobs from the list; paused ones stay. No file is deleted.</source>
        <translation>Entfernt alle beendeten Aufträge aus der Liste; pausierte bleiben. Keine Datei wird gelöscht.</translation>
    </message>
    <message>
        <source>Saves a checkpoint and frees the device. Asks whether the next job may start.</source>
        <translation>Speichert einen Checkpoint und gibt das Gerät frei. Fragt, ob der nächste Auftrag starten darf.</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pausiert</translation>
    </message>
    <message>
        <source>From the last session: %1</source>
        <translation>Aus der letzten Sitzung: %1</translation>
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
    <message>
        <source>%1 left in this phase</source>
        <translation>noch %1 in dieser Phase</translation>
    </message>
</context>
<context>
    <name>LastRunsCard</name>
    <message>
        <source>Last runs</source>
        <translation>Letzte Läufe</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Show the run %1</source>
        <translation>Den Lauf %1 anzeigen</translation>
    </message>
</context>
<context>
    <name>LeftJobsCard</name>
    <message>
        <source>Jobs from the last session</source>
        <translation>Aufträge aus der letzten Sitzung</translation>
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
        <source>Adds the job to the queue again.</source>
        <translation>Stellt den Auftrag wieder in die Warteschlange.</translation>
    </message>
    <message>
        <source>The engine is not ready.</source>
        <translation>Die Engine ist nicht bereit.</translation>
    </message>
    <message>
        <source>Dismiss %1</source>
        <translation>%1 ausblenden</translation>
    </message>
    <message>
        <source>Removes this job from the list. Its files are kept.</source>
        <translation>Entfernt diesen Auftrag aus der Liste. Seine Dateien bleiben erhalten.</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n weiterer</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Add all again</source>
        <translation>Alle erneut hinzufügen</translation>
    </message>
    <message>
        <source>Adds these jobs to the queue again, in the order in which they were.</source>
        <translation>Fügt diese Aufträge der Warteschlange in ihrer bisherigen Reihenfolge erneut hinzu.</translation>
    </message>
    <message>
        <source>was on hold</source>
        <translation>wurde zurückgehalten</translation>
    </message>
    <message>
        <source>writes to %1</source>
        <translation>schreibt nach %1</translation>
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
        <source>%n blocks, width %1</source>
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
        <source>complete</source>
        <translation>vollständig</translation>
    </message>
    <message>
        <source>incomplete</source>
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
        <source>%1 (not recorded: equal to the rank)</source>
        <translation>%1 (nicht vermerkt: wie der Rang)</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>%1 names</source>
        <translation>Namen von %1</translation>
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
        <source>no model in the list</source>
        <translation>zu keinem Modell der Liste</translation>
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
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Count</source>
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
        <source>%n safetensors files that are not LoRAs</source>
        <translation>
            <numerusform>%n safetensors-Datei, die kein LoRA ist</numerusform>
            <numerusform>%n safetensors-Dateien, die kein LoRA sind</numerusform>
        </translation>
    </message>
    <message>
        <source>1000000</source>
        <comment>how many “%1 million” counts: 10000 where it is “万”</comment>
        <translation>1000000</translation>
    </message>
    <message>
        <source>1000000000</source>
        <comment>how many “%1 billion” counts: 100000000 for “亿”</comment>
        <translation>1000000000</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
</context>
<context>
    <name>LibraryFilter</name>
    <message>
        <source>Added by you</source>
        <translation>Von Ihnen hinzugefügt</translation>
    </message>
    <message>
        <source>Run of this project</source>
        <translation>Lauf dieses Projekts</translation>
    </message>
    <message>
        <source>Used for training</source>
        <translation>Zum Training benutzt</translation>
    </message>
    <message>
        <source>Included with Framewright</source>
        <translation>In Framewright enthalten</translation>
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
        <source>Scanning…</source>
        <translation>Wird durchsucht…</translation>
    </message>
    <message>
        <source>Scanned</source>
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
        <source>Complete, checked</source>
        <translation>Vollständig, geprüft</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>Vollständig</translation>
    </message>
    <message>
        <source>OK, checked</source>
        <translation>OK, geprüft</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>OK</translation>
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
        <source>Shows lines of this level and above</source>
        <translation>Zeigt Zeilen ab dieser Stufe</translation>
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
    <message>
        <source>Copy &amp;all lines</source>
        <translation>&amp;Alle Zeilen kopieren</translation>
    </message>
    <message>
        <source>Copies all log lines that are shown.</source>
        <translation>Kopiert alle angezeigten Protokollzeilen.</translation>
    </message>
</context>
<context>
    <name>LogModel</name>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Info</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Debug</source>
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
        <source>kohya and compatible programs</source>
        <translation>kohya und kompatible Programme</translation>
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
        <source>&amp;Key format</source>
        <translation>&amp;Schlüsselformat</translation>
    </message>
    <message>
        <source>How the program that will read the file names layers.</source>
        <translation>Wie das Programm, das die Datei lesen soll, Schichten benennt.</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Modell</translation>
    </message>
    <message>
        <source>The model whose layers the LoRA applies to.</source>
        <translation>Das Modell, für dessen Schichten das LoRA gilt.</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>The file to write. The weights stay the same.</source>
        <translation>Die Datei, die geschrieben wird. Die Gewichte bleiben gleich.</translation>
    </message>
    <message>
        <source>No model in the list matches this LoRA&apos;s shapes. Add the folder of the model it was trained on.</source>
        <translation>Kein Modell der Liste passt zu den Formen dieses LoRA. Fügen Sie den Ordner des Modells hinzu, auf dem es trainiert wurde.</translation>
    </message>
    <message>
        <source>This is the LoRA itself: choose another file.</source>
        <translation>Das ist das LoRA selbst: Wählen Sie eine andere Datei.</translation>
    </message>
    <message>
        <source>This file exists and will be replaced.</source>
        <translation>Diese Datei existiert und wird ersetzt.</translation>
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
        <source>1 is the strength it was trained at, 0 turns it off.</source>
        <translation>1 ist die trainierte Stärke, 0 schaltet es aus.</translation>
    </message>
    <message>
        <source>Remove “%1” from the list</source>
        <translation>„%1“ aus der Liste entfernen</translation>
    </message>
    <message>
        <source>Add LoRA files</source>
        <translation>LoRA-Dateien hinzufügen</translation>
    </message>
    <message>
        <source>LoRAs (*.safetensors)</source>
        <translation>LoRAs (*.safetensors)</translation>
    </message>
    <message>
        <source>From a run</source>
        <translation>Aus einem Lauf</translation>
    </message>
    <message>
        <source>Adds a LoRA that a run of this project has kept.</source>
        <translation>Fügt ein LoRA hinzu, das ein Lauf dieses Projekts behalten hat.</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>No run has kept a LoRA yet.</source>
        <translation>Noch hat kein Lauf ein LoRA behalten.</translation>
    </message>
</context>
<context>
    <name>LoraMergeDialog</name>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>The model that the LoRAs were trained on.</source>
        <translation>Das Modell, auf dem die LoRAs trainiert wurden.</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>Speichern als</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Zusammenführen</translation>
    </message>
    <message>
        <source>Merge LoRAs</source>
        <translation>LoRAs zusammenführen</translation>
    </message>
    <message>
        <source>One LoRA that does what all of them do</source>
        <translation>Eine LoRA, die tut, was alle zusammen tun</translation>
    </message>
    <message>
        <source>A model with the LoRAs in its weights</source>
        <translation>Ein Modell mit den LoRAs in seinen Gewichten</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Choose where to save</source>
        <translation>Speicherort wählen</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Modell</translation>
    </message>
    <message>
        <source>LoRAs and strengths</source>
        <translation>LoRAs und Stärken</translation>
    </message>
    <message>
        <source>&amp;Result</source>
        <translation>&amp;Ergebnis</translation>
    </message>
    <message>
        <source>&amp;Save as</source>
        <translation>&amp;Speichern als</translation>
    </message>
    <message>
        <source>Strength of %1</source>
        <translation>Stärke von %1</translation>
    </message>
    <message>
        <source>No model in the list matches this LoRA&apos;s shapes. Add the folder of the model it was trained on.</source>
        <translation>Kein Modell in der Liste passt zu den Formen dieser LoRA. Fügen Sie den Ordner des Modells hinzu, auf dem sie trainiert wurde.</translation>
    </message>
    <message>
        <source>“%1” exists already: choose another name.</source>
        <translation>„%1“ gibt es schon: Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>Save the merged LoRAs</source>
        <translation>Zusammengeführte LoRAs speichern</translation>
    </message>
    <message>
        <source>LoRA (*.safetensors)</source>
        <translation>LoRA (*.safetensors)</translation>
    </message>
</context>
<context>
    <name>LossDialog</name>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Loss by clip</source>
        <translation>Loss je Clip</translation>
    </message>
    <message>
        <source>Not measured yet. Press Measure.</source>
        <translation>Noch nicht gemessen. Drücken Sie „Messen“.</translation>
    </message>
    <message>
        <source>Loss by clip: %1</source>
        <translation>Loss je Clip: %1</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>&amp;Messen</translation>
    </message>
    <message>
        <source>&amp;Select in the dataset</source>
        <translation>Im Daten&amp;satz auswählen</translation>
    </message>
    <message>
        <source>Clip</source>
        <translation>Clip</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>× median</source>
        <translation>× Median</translation>
    </message>
    <message>
        <source>%1×</source>
        <translation>%1×</translation>
    </message>
    <message>
        <source>The loss of each clip with the run&apos;s newest weights, at the same timesteps and with the same noise. A clip far above the rest is hard to learn: check its caption and look for a scene cut.</source>
        <translation>Der Loss jedes Clips mit den neuesten Gewichten des Laufs, bei denselben Zeitschritten und mit demselben Rauschen. Ein Clip weit über den anderen ist schwer zu lernen: Prüfen Sie seine Beschriftung, und ob er einen Szenenwechsel enthält.</translation>
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
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>Closes the window and ends all jobs.</source>
        <translation>Schließt das Fenster und beendet alle Aufträge.</translation>
    </message>
    <message>
        <source>Reload the &amp;engine</source>
        <translation>&amp;Engine neu laden</translation>
    </message>
    <message>
        <source>Tries to load the engine again, once its installation has been repaired.</source>
        <translation>Versucht, die Engine neu zu laden, wenn ihre Installation repariert ist.</translation>
    </message>
    <message>
        <source>&amp;Jobs</source>
        <translation>Au&amp;fträge</translation>
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
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
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
        <source>Restores docks and columns to their default places.</source>
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
        <source>Create a project?</source>
        <translation>Projekt anlegen?</translation>
    </message>
    <message>
        <source>There is no project in “%1” yet.</source>
        <translation>In „%1“ gibt es noch kein Projekt.</translation>
    </message>
    <message>
        <source>A project will be created there and its videos imported. The videos are not changed.</source>
        <translation>Dort wird ein Projekt angelegt, und die Videos werden importiert. Die Videos werden nicht verändert.</translation>
    </message>
    <message>
        <source>&amp;Create project</source>
        <translation>&amp;Projekt anlegen</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
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
        <translation>Ge&amp;nerieren</translation>
    </message>
    <message>
        <source>&amp;Models</source>
        <translation>&amp;Modelle</translation>
    </message>
    <message>
        <source>&amp;User&apos;s guide</source>
        <translation>&amp;Benutzerhandbuch</translation>
    </message>
    <message>
        <source>Opens the guide at the item under the pointer.</source>
        <translation>Öffnet das Handbuch bei dem, worauf der Mauszeiger zeigt.</translation>
    </message>
    <message>
        <source>Install Lib&amp;Torch…</source>
        <translation>Lib&amp;Torch installieren…</translation>
    </message>
    <message>
        <source>Fetches LibTorch, which trains and generates. Packages come without it.</source>
        <translation>Lädt LibTorch herunter, das trainiert und generiert. Pakete enthalten es nicht.</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>&amp;Finden…</translation>
    </message>
    <message>
        <source>Finds commands, settings, runs and clips by their names.</source>
        <translation>Findet Befehle, Einstellungen, Läufe und Clips nach ihren Namen.</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>Opens the guide&apos;s list of all keys.</source>
        <translation>Öffnet die Liste aller Tasten im Handbuch.</translation>
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
        <source>%1: does not fit</source>
        <translation>%1: passt nicht</translation>
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
        <source>Custom</source>
        <translation>Benutzerdefiniert</translation>
    </message>
    <message>
        <source>As published (CPU: float32)</source>
        <translation>Wie im Modell (CPU: float32)</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>What stays on the device during generation.</source>
        <translation>Was beim Generieren auf dem Gerät bleibt.</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Where the clip is generated.</source>
        <translation>Wo der Clip generiert wird.</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>The data type that the networks compute in.</source>
        <translation>Der Datentyp, mit dem die Netze rechnen.</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>Quantisierung</translation>
    </message>
    <message>
        <source>Keeps the weights of the transformer&apos;s blocks in fewer bits: less memory, slightly different clips.</source>
        <translation>Hält die Gewichte der Transformer-Blöcke mit weniger Bits: weniger Speicher, etwas andere Clips.</translation>
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
        <source>Number of transformer blocks that stay in host memory. A number above the total means all of them.</source>
        <translation>Anzahl der Blöcke des Transformers, die im Arbeitsspeicher bleiben. Eine Zahl über der Gesamtzahl heißt alle.</translation>
    </message>
    <message>
        <source>Decoding</source>
        <translation>Dekodieren</translation>
    </message>
    <message>
        <source>Decodes the clip in tiles: much less memory, but faint seams may show.</source>
        <translation>Dekodiert den Clip in Kacheln: viel weniger Speicher, aber Nähte können schwach sichtbar sein.</translation>
    </message>
    <message>
        <source>The fastest mode that fits in free memory.</source>
        <translation>Der schnellste Modus, der in den freien Speicher passt.</translation>
    </message>
    <message>
        <source>No plan: the engine is not loaded.</source>
        <translation>Kein Plan: Die Engine ist nicht geladen.</translation>
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
        <source>Needs %1. This computer has no such device.</source>
        <translation>Benötigt %1. Dieser Rechner hat kein solches Gerät.</translation>
    </message>
    <message>
        <source>Fits the device, but not host memory.</source>
        <translation>Passt auf das Gerät, aber nicht in den Arbeitsspeicher.</translation>
    </message>
    <message>
        <source>Does not fit: %1 needed, %2 free.</source>
        <translation>Passt nicht: %1 nötig, %2 frei.</translation>
    </message>
    <message>
        <source>Fits: %1 of %2 free when no job is running.</source>
        <translation>Passt: %1 von %2, die ohne laufenden Auftrag frei sind.</translation>
    </message>
    <message>
        <source>Fits: %1 of %2 free now.</source>
        <translation>Passt: %1 von %2, die jetzt frei sind.</translation>
    </message>
    <message>
        <source>Host memory: %1 of %2 free</source>
        <translation>Arbeitsspeicher: %1 von %2 frei</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>Prozesse</translation>
    </message>
    <message>
        <source>How many processes of this machine make the clip together: one a GPU, or several that share the cores of the processor. It is the same clip.</source>
        <translation>Wie viele Prozesse dieses Rechners den Clip gemeinsam machen: einer je GPU oder mehrere, die sich die Kerne des Prozessors teilen. Es ist derselbe Clip.</translation>
    </message>
    <message>
        <source>One GPU</source>
        <translation>Eine GPU</translation>
    </message>
    <message>
        <source>Balanced over all GPUs</source>
        <translation>Ausgewogen auf alle GPUs verteilt</translation>
    </message>
    <message>
        <source>Device map</source>
        <translation>Geräteverteilung</translation>
    </message>
    <message>
        <source>Where the transformer&apos;s blocks are: one process can place them over all GPUs.</source>
        <translation>Wo die Blöcke des Transformers liegen: Ein Prozess kann sie auf alle GPUs verteilen.</translation>
    </message>
    <message>
        <source>Exact</source>
        <translation>Exakt</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>int8 can be faster on NVIDIA cards from the RTX 30 series on; clips are slightly different. The first step compares both: the log says by how much they differ, and where int8 is not close enough or not faster, attention stays exact.</source>
        <translation>int8 kann auf NVIDIA-Karten ab der RTX-30-Serie schneller sein; die Clips sind leicht anders. Der erste Schritt vergleicht beide: Das Protokoll nennt den Unterschied, und wo int8 nicht genau genug oder nicht schneller ist, bleibt die Attention exakt.</translation>
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
    <message>
        <source>What the guide says about this</source>
        <translation>Was das Handbuch dazu sagt</translation>
    </message>
</context>
<context>
    <name>ModelCard</name>
    <message>
        <source>Model and dataset</source>
        <translation>Modell und Datensatz</translation>
    </message>
    <message>
        <source>The folder of a published model, which contains model_index.json.</source>
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
        <source>%n buckets</source>
        <translation>
            <numerusform>%n Bucket</numerusform>
            <numerusform>%n Buckets</numerusform>
        </translation>
    </message>
    <message>
        <source>encoded</source>
        <translation>kodiert</translation>
    </message>
    <message>
        <source>encoded before training if needed</source>
        <translation>bei Bedarf vor dem Training encodiert</translation>
    </message>
    <message>
        <source>The project&apos;s clips in their buckets.</source>
        <translation>Die Clips des Projekts in ihren Buckets.</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Wird geprüft…</translation>
    </message>
    <message>
        <source>A dataset.jsonl file</source>
        <translation>Eine Datei dataset.jsonl</translation>
    </message>
    <message>
        <source>The project&apos;s clips</source>
        <translation>Clips des Projekts</translation>
    </message>
</context>
<context>
    <name>ModelChoice</name>
    <message>
        <source>Model folder or file</source>
        <translation>Modellordner oder -datei</translation>
    </message>
    <message>
        <source>Model folder</source>
        <translation>Modellordner</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Durchsuchen…</translation>
    </message>
    <message>
        <source>Choose a model…</source>
        <translation>Modell wählen…</translation>
    </message>
    <message>
        <source>Choose a model folder.</source>
        <translation>Wählen Sie einen Modellordner.</translation>
    </message>
    <message>
        <source>Checking the model…</source>
        <translation>Modell wird geprüft…</translation>
    </message>
    <message>
        <source>Choose a folder that contains a model.</source>
        <translation>Wählen Sie einen Ordner, der ein Modell enthält.</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Wird geprüft…</translation>
    </message>
    <message>
        <source>The folder of a published model, which contains model_index.json, or its .safetensors or .gguf file.</source>
        <translation>Der Ordner eines veröffentlichten Modells, der model_index.json enthält, oder seine .safetensors- oder .gguf-Datei.</translation>
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
        <source>%1, step %2</source>
        <translation>%1, Schritt %2</translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>The models and LoRAs on this computer, and whether they are complete.</source>
        <translation>Die Modelle und LoRAs auf diesem Rechner und ob sie vollständig sind.</translation>
    </message>
    <message>
        <source>No models yet. Add a folder with models or LoRAs, or drop it here. A model is a folder that contains model_index.json.</source>
        <translation>Noch keine Modelle. Fügen Sie einen Ordner mit Modellen oder LoRAs hinzu oder ziehen Sie ihn hierher. Ein Modell ist ein Ordner, der model_index.json enthält.</translation>
    </message>
    <message>
        <source>&amp;Add a folder…</source>
        <translation>Ordner &amp;hinzufügen…</translation>
    </message>
    <message>
        <source>Scans a folder of yours for models and LoRAs.</source>
        <translation>Sucht in einem Ihrer Ordner nach Modellen und LoRAs.</translation>
    </message>
    <message>
        <source>&amp;Rescan</source>
        <translation>&amp;Neu suchen</translation>
    </message>
    <message>
        <source>Scans all folders again.</source>
        <translation>Durchsucht alle Ordner noch einmal.</translation>
    </message>
    <message>
        <source>&amp;Filter models</source>
        <translation>Modelle &amp;filtern</translation>
    </message>
    <message>
        <source>Moves to the filter field.</source>
        <translation>Springt zum Filterfeld.</translation>
    </message>
    <message>
        <source>Show re&amp;moved</source>
        <translation>&amp;Entfernte zeigen</translation>
    </message>
    <message>
        <source>Shows the models and LoRAs that you removed from the list.</source>
        <translation>Zeigt die Modelle und LoRAs, die Sie aus der Liste entfernt haben.</translation>
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
        <translation>Dieses Modell &amp;trainieren</translation>
    </message>
    <message>
        <source>Uses the selected model for the next run.</source>
        <translation>Verwendet das gewählte Modell für den nächsten Lauf.</translation>
    </message>
    <message>
        <source>&amp;Generate with it</source>
        <translation>&amp;Damit generieren</translation>
    </message>
    <message>
        <source>Generates clips with the selected model or LoRA.</source>
        <translation>Generiert Clips mit dem gewählten Modell oder LoRA.</translation>
    </message>
    <message>
        <source>&amp;Check</source>
        <translation>&amp;Prüfen</translation>
    </message>
    <message>
        <source>Runs a job that compares the names and shapes of a model&apos;s tensors with its network, or looks for invalid values in a LoRA.</source>
        <translation>Startet einen Auftrag, der Namen und Formen der Tensoren eines Modells mit seinem Netz vergleicht oder in einem LoRA nach ungültigen Werten sucht.</translation>
    </message>
    <message>
        <source>&amp;Export LoRA…</source>
        <translation>LoRA e&amp;xportieren…</translation>
    </message>
    <message>
        <source>Saves the LoRA with the key names that another program reads.</source>
        <translation>Speichert das LoRA mit den Schlüsselnamen, die ein anderes Programm liest.</translation>
    </message>
    <message>
        <source>Re&amp;name LoRA…</source>
        <translation>LoRA &amp;umbenennen…</translation>
    </message>
    <message>
        <source>Renames the LoRA&apos;s file. Files of a run cannot be renamed: export them instead.</source>
        <translation>Benennt die Datei des LoRA um. Dateien eines Laufs lassen sich nicht umbenennen: Exportieren Sie sie stattdessen.</translation>
    </message>
    <message>
        <source>Show in &amp;file manager</source>
        <translation>Im Datei&amp;manager zeigen</translation>
    </message>
    <message>
        <source>Shows the file in the file manager.</source>
        <translation>Zeigt die Datei im Dateimanager.</translation>
    </message>
    <message>
        <source>&amp;Remove from the list</source>
        <translation>Aus der &amp;Liste entfernen</translation>
    </message>
    <message>
        <source>Removes it from this list. Nothing is deleted.</source>
        <translation>Entfernt es aus dieser Liste. Es wird nichts gelöscht.</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter by any word in a row</source>
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
        <source>No LoRAs in these folders. LoRAs from a project&apos;s runs appear here, too.</source>
        <translation>Keine LoRAs in diesen Ordnern. Auch LoRAs aus den Läufen eines Projekts erscheinen hier.</translation>
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
        <source>Modified</source>
        <translation>Geändert</translation>
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
        <source>Source</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>Choose a folder with models or LoRAs</source>
        <translation>Ordner mit Modellen oder LoRAs wählen</translation>
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
        <source>Scanning folders…</source>
        <translation>Ordner werden durchsucht…</translation>
    </message>
    <message>
        <source>Nothing selected.</source>
        <translation>Nichts gewählt.</translation>
    </message>
    <message>
        <source>Rename the LoRA</source>
        <translation>LoRA umbenennen</translation>
    </message>
    <message>
        <source>File name:</source>
        <translation>Dateiname:</translation>
    </message>
    <message>
        <source>&amp;Merge LoRAs…</source>
        <translation>LoRAs &amp;zusammenführen…</translation>
    </message>
    <message>
        <source>Makes one LoRA of several, or writes a model with them in its weights.</source>
        <translation>Macht aus mehreren LoRAs eine oder schreibt ein Modell mit ihnen in seinen Gewichten.</translation>
    </message>
    <message>
        <source>Merge…</source>
        <translation>Zusammenführen…</translation>
    </message>
    <message>
        <source>&amp;Download a model…</source>
        <translation>Modell &amp;herunterladen…</translation>
    </message>
    <message>
        <source>Lists the published models with their size, their licence and what your GPU can train.</source>
        <translation>Zeigt die veröffentlichten Modelle mit Größe, Lizenz und dem, was Ihre GPU trainieren kann.</translation>
    </message>
    <message>
        <source>Download…</source>
        <translation>Herunterladen…</translation>
    </message>
</context>
<context>
    <name>MonitorPage</name>
    <message>
        <source>Monitor</source>
        <translation>Überwachung</translation>
    </message>
    <message>
        <source>Watch a run while it trains. Click a chart, then zoom with the wheel, drag to pan, and double-click to see everything.</source>
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
        <source>&amp;Logarithmic scale</source>
        <translation>&amp;Logarithmische Skala</translation>
    </message>
    <message>
        <source>Draws losses, rates and norms on a logarithmic scale.</source>
        <translation>Zeichnet Losses, Raten und Normen auf einer logarithmischen Skala.</translation>
    </message>
    <message>
        <source>Reset &amp;zoom</source>
        <translation>&amp;Zoom zurücksetzen</translation>
    </message>
    <message>
        <source>Shows all steps in all charts again.</source>
        <translation>Zeigt in allen Diagrammen wieder alle Schritte.</translation>
    </message>
    <message>
        <source>&amp;Export chart…</source>
        <translation>Diagramm e&amp;xportieren…</translation>
    </message>
    <message>
        <source>Saves the focused chart as an image (PNG, SVG) or a table (CSV).</source>
        <translation>Speichert das Diagramm mit dem Fokus als Bild (PNG, SVG) oder Tabelle (CSV).</translation>
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
        <source>How many steps the bold loss and norm curves are averaged over.</source>
        <translation>Über wie viele Schritte die kräftigen Kurven von Loss und Norm gemittelt sind.</translation>
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
        <source>Image (*.png);;Vector image (*.svg);;Table (*.csv)</source>
        <translation>Bild (*.png);;Vektorbild (*.svg);;Tabelle (*.csv)</translation>
    </message>
    <message>
        <source>Export the chart “%1”</source>
        <translation>Diagramm „%1“ exportieren</translation>
    </message>
    <message>
        <source>Edit &amp;prompts…</source>
        <translation>&amp;Prompts ändern…</translation>
    </message>
    <message>
        <source>Changes the prompts of the run&apos;s clips, also while it trains: they count from the next validation on.</source>
        <translation>Ändert die Prompts für die Clips des Laufs, auch während er trainiert: Sie gelten ab der nächsten Validierung.</translation>
    </message>
    <message>
        <source>Select a run to see it. Runs that are ticked stay beside it.</source>
        <translation>Wählen Sie einen Lauf, um ihn zu sehen. Angehakte Läufe bleiben daneben stehen.</translation>
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
    <name>NewProjectDialog</name>
    <message>
        <source>New project</source>
        <translation>Neues Projekt</translation>
    </message>
    <message>
        <source>Project name</source>
        <translation>Projektname</translation>
    </message>
    <message>
        <source>The project&apos;s folder gets this name.</source>
        <translation>So heißt der Ordner des Projekts.</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>The folder that the project&apos;s folder is created in.</source>
        <translation>Der Ordner, in dem der Projektordner angelegt wird.</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Choose the location</source>
        <translation>Ort wählen</translation>
    </message>
    <message>
        <source>Location of the new project</source>
        <translation>Ort des neuen Projekts</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>&amp;Location</source>
        <translation>&amp;Ort</translation>
    </message>
    <message>
        <source>&amp;Create</source>
        <translation>An&amp;legen</translation>
    </message>
    <message>
        <source>Videos stay where they are; the project&apos;s folder holds captions, runs and clips.</source>
        <translation>Videos bleiben, wo sie sind; der Projektordner enthält Beschreibungen, Läufe und Clips.</translation>
    </message>
    <message>
        <source>There already is a project in %1. Open it instead, or choose another name.</source>
        <translation>In %1 gibt es schon ein Projekt. Öffnen Sie es oder wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>Will be created in %1.</source>
        <translation>Wird in %1 angelegt.</translation>
    </message>
    <message>
        <source>Choose a location: a folder with its whole path.</source>
        <translation>Einen Ort wählen: einen Ordner mit vollem Pfad.</translation>
    </message>
</context>
<context>
    <name>NextStepCard</name>
    <message>
        <source>Next steps</source>
        <translation>Nächste Schritte</translation>
    </message>
    <message>
        <source>Import videos</source>
        <translation>Videos importieren</translation>
    </message>
    <message>
        <source>The project has no clips yet.</source>
        <translation>Das Projekt hat noch keine Clips.</translation>
    </message>
    <message>
        <source>Write captions</source>
        <translation>Beschreibungen verfassen</translation>
    </message>
    <message numerus="yes">
        <source>%n clips have no caption yet.</source>
        <translation>
            <numerusform>%n Clip hat noch keine Beschreibung.</numerusform>
            <numerusform>%n Clips haben noch keine Beschreibung.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips are captioned and ready.</source>
        <translation>
            <numerusform>%n Clip ist beschrieben und bereit.</numerusform>
            <numerusform>%n Clips sind beschrieben und bereit.</numerusform>
        </translation>
    </message>
    <message>
        <source>Watch the run</source>
        <translation>Den Lauf beobachten</translation>
    </message>
    <message>
        <source>A run of this project is training.</source>
        <translation>Ein Lauf dieses Projekts trainiert gerade.</translation>
    </message>
    <message>
        <source>See what the runs of this project make of a prompt.</source>
        <translation>Sehen, was die Läufe dieses Projekts aus einem Prompt machen.</translation>
    </message>
    <message>
        <source>Choose buckets</source>
        <translation>Buckets wählen</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <source>Plan and train</source>
        <translation>Planen und trainieren</translation>
    </message>
    <message>
        <source>Compare the clips</source>
        <translation>Clips vergleichen</translation>
    </message>
    <message numerus="yes">
        <source>%n clips</source>
        <translation>
            <numerusform>%n Clip</numerusform>
            <numerusform>%n Clips</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n without a caption</source>
        <translation>
            <numerusform>%n ohne Beschreibung</numerusform>
            <numerusform>%n ohne Beschreibung</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n buckets</source>
        <translation>
            <numerusform>%n Bucket</numerusform>
            <numerusform>%n Buckets</numerusform>
        </translation>
    </message>
    <message>
        <source>suggested from the clips</source>
        <translation>aus den Clips vorgeschlagen</translation>
    </message>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Erledigt</translation>
    </message>
    <message>
        <source>Still to do</source>
        <translation>Noch zu tun</translation>
    </message>
    <message>
        <source>The project has no model to train yet.</source>
        <translation>Das Projekt hat noch kein Modell zum Trainieren.</translation>
    </message>
</context>
<context>
    <name>OtherCaptions</name>
    <message>
        <source>Other captions of this clip</source>
        <translation>Weitere Beschreibungen dieses Clips</translation>
    </message>
    <message>
        <source>Caption %1</source>
        <translation>Beschreibung %1</translation>
    </message>
    <message>
        <source>Another caption of the same clip. Training draws one of all at each step.</source>
        <translation>Noch eine Beschreibung desselben Clips. Das Training zieht bei jedem Schritt eine von allen.</translation>
    </message>
    <message>
        <source>Another caption of this clip</source>
        <translation>Noch eine Beschreibung dieses Clips</translation>
    </message>
    <message>
        <source>Remove caption %1</source>
        <translation>Beschreibung %1 entfernen</translation>
    </message>
    <message>
        <source>Removes this caption.</source>
        <translation>Entfernt diese Beschreibung.</translation>
    </message>
</context>
<context>
    <name>OwnPresets</name>
    <message>
        <source>Save as preset</source>
        <translation>Als Vorlage speichern</translation>
    </message>
    <message>
        <source>Preset name:</source>
        <translation>Name der Vorlage:</translation>
    </message>
    <message>
        <source>Replace the preset?</source>
        <translation>Vorlage ersetzen?</translation>
    </message>
    <message>
        <source>Replace the preset “%1” with the settings as they are now?</source>
        <translation>Die Vorlage „%1“ durch die jetzigen Einstellungen ersetzen?</translation>
    </message>
    <message>
        <source>&amp;Replace</source>
        <translation>&amp;Ersetzen</translation>
    </message>
    <message>
        <source>Rename the preset</source>
        <translation>Vorlage umbenennen</translation>
    </message>
    <message>
        <source>Delete the preset?</source>
        <translation>Vorlage löschen?</translation>
    </message>
    <message>
        <source>Move the preset “%1” to the trash?</source>
        <translation>Die Vorlage „%1“ in den Papierkorb verschieben?</translation>
    </message>
    <message>
        <source>&amp;Move to trash</source>
        <translation>In den &amp;Papierkorb verschieben</translation>
    </message>
    <message>
        <source>&amp;Keep the preset</source>
        <translation>Vorlage &amp;behalten</translation>
    </message>
    <message>
        <source>Save a copy of the preset</source>
        <translation>Kopie der Vorlage speichern</translation>
    </message>
    <message>
        <source>There is a preset “%1” already. Replace it?</source>
        <translation>Die Vorlage „%1“ gibt es schon. Ersetzen?</translation>
    </message>
</context>
<context>
    <name>PaletteText</name>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Clip</source>
        <translation>Clip</translation>
    </message>
</context>
<context>
    <name>PauseQuestion</name>
    <message>
        <source>Pause the job?</source>
        <translation>Auftrag pausieren?</translation>
    </message>
    <message>
        <source>Pause “%1”?</source>
        <translation>„%1“ pausieren?</translation>
    </message>
    <message numerus="yes">
        <source>It saves a checkpoint and frees the device. %n jobs are waiting for it.</source>
        <translation>
            <numerusform>Er speichert einen Checkpoint und gibt das Gerät frei. %n Auftrag wartet darauf.</numerusform>
            <numerusform>Er speichert einen Checkpoint und gibt das Gerät frei. %n Aufträge warten darauf.</numerusform>
        </translation>
    </message>
    <message>
        <source>Pause &amp;everything</source>
        <translation>&amp;Alles pausieren</translation>
    </message>
    <message>
        <source>No other job starts until one is resumed.</source>
        <translation>Kein anderer Auftrag startet, bis einer fortgesetzt wird.</translation>
    </message>
    <message>
        <source>Pause &amp;this job</source>
        <translation>&amp;Diesen Auftrag pausieren</translation>
    </message>
    <message>
        <source>The next job starts in its place.</source>
        <translation>Der nächste Auftrag startet an seiner Stelle.</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>A&amp;bbrechen</translation>
    </message>
</context>
<context>
    <name>PhaseStrip</name>
    <message>
        <source>Phases of the run</source>
        <translation>Phasen des Laufs</translation>
    </message>
    <message>
        <source>%1, %2 left</source>
        <translation>%1, noch %2</translation>
    </message>
    <message>
        <source>How long the run has been in each phase. A dash: not yet, or not needed.</source>
        <translation>Wie lange der Lauf in jeder Phase war. Ein Strich: noch nicht oder nicht nötig.</translation>
    </message>
</context>
<context>
    <name>PlanCard</name>
    <message>
        <source>Resources</source>
        <translation>Ressourcenbedarf</translation>
    </message>
    <message>
        <source>No plan: the engine is not loaded.</source>
        <translation>Kein Plan: Die Engine ist nicht geladen.</translation>
    </message>
    <message>
        <source>Choose a model folder to see what the run needs.</source>
        <translation>Wählen Sie einen Modellordner, um den Bedarf des Laufs zu sehen.</translation>
    </message>
    <message>
        <source>No plan: some settings are missing or wrong.</source>
        <translation>Kein Plan: Einige Einstellungen fehlen oder sind falsch.</translation>
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
        <source>Needs %1. This computer has no such device.</source>
        <translation>Benötigt %1. Dieser Rechner hat kein solches Gerät.</translation>
    </message>
    <message>
        <source>Fits: %1 of %2 free now.</source>
        <translation>Passt: %1 von %2, die jetzt frei sind.</translation>
    </message>
    <message>
        <source>Does not fit: %1 needed, %2 free now.</source>
        <translation>Passt nicht: %1 nötig, %2 jetzt frei.</translation>
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
    <message>
        <source>Time: about %1 for %2 steps, %3 s per step, measured on this machine</source>
        <translation>Zeit: etwa %1 für %2 Schritte, %3 s je Schritt, auf diesem Rechner gemessen</translation>
    </message>
    <message>
        <source>Time: about %1 for %2 steps, %3 s per step, estimated</source>
        <translation>Zeit: etwa %1 für %2 Schritte, %3 s je Schritt, geschätzt</translation>
    </message>
    <message>
        <source>Fits the GPU, but is %1 short of system memory.</source>
        <translation>Passt auf die GPU, aber es fehlen %1 Arbeitsspeicher.</translation>
    </message>
</context>
<context>
    <name>Player</name>
    <message>
        <source>Player</source>
        <translation>Player</translation>
    </message>
    <message>
        <source>Playback speed</source>
        <translation>Wiedergabegeschwindigkeit</translation>
    </message>
    <message>
        <source>Frame &amp;back</source>
        <translation>Frame &amp;zurück</translation>
    </message>
    <message>
        <source>Shows the previous frame.</source>
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
        <source>Repeats the clip.</source>
        <translation>Wiederholt den Clip.</translation>
    </message>
    <message>
        <source>Play backward</source>
        <translation>Rückwärts abspielen</translation>
    </message>
    <message>
        <source>Plays backward. Press again to go faster.</source>
        <translation>Spielt rückwärts ab. Noch einmal drücken: schneller.</translation>
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
        <source>Plays forward. Press again to go faster.</source>
        <translation>Spielt vorwärts ab. Noch einmal drücken: schneller.</translation>
    </message>
    <message>
        <source>First frame of the cut</source>
        <translation>Erster Frame des Ausschnitts</translation>
    </message>
    <message>
        <source>Moves to the first frame of the cut.</source>
        <translation>Geht zum ersten Frame des Ausschnitts.</translation>
    </message>
    <message>
        <source>Last frame of the cut</source>
        <translation>Letzter Frame des Ausschnitts</translation>
    </message>
    <message>
        <source>Moves to the last frame of the cut.</source>
        <translation>Geht zum letzten Frame des Ausschnitts.</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Enlarges the picture.</source>
        <translation>Vergrößert das Bild.</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Shrinks the picture.</source>
        <translation>Verkleinert das Bild.</translation>
    </message>
    <message>
        <source>Fit to view</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>Scales the picture to fit the view.</source>
        <translation>Passt das Bild in die Ansicht ein.</translation>
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
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
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
        <source>For your GPU</source>
        <translation>Für Ihre GPU</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>In Gebrauch</translation>
    </message>
    <message>
        <source>%1 s per step of %2 on the CPU</source>
        <translation>%1 s je Schritt mit %2 auf der CPU</translation>
    </message>
</context>
<context>
    <name>PresetChanges</name>
    <message>
        <source>Settings that change</source>
        <translation>Einstellungen, die sich ändern</translation>
    </message>
    <message>
        <source>The preset changes nothing.</source>
        <translation>Die Vorlage ändert nichts.</translation>
    </message>
    <message>
        <source>What the preset “%1” changes</source>
        <translation>Was die Vorlage „%1“ ändert</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>With the preset</source>
        <translation>Mit der Vorlage</translation>
    </message>
</context>
<context>
    <name>PresetList</name>
    <message>
        <source>Choose a model folder to see the presets for its model.</source>
        <translation>Wählen Sie einen Modellordner, um die Vorlagen für sein Modell zu sehen.</translation>
    </message>
    <message>
        <source>Full fine-tune</source>
        <translation>Volles Fine-Tuning</translation>
    </message>
    <message>
        <source>LoRA</source>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>%1, small model</source>
        <translation>%1, kleines Modell</translation>
    </message>
    <message>
        <source>%1, %2 GB</source>
        <translation>%1, %2 GB</translation>
    </message>
    <message>
        <source>All presets</source>
        <translation>Alle Vorlagen</translation>
    </message>
    <message>
        <source>Fewer presets</source>
        <translation>Weniger Vorlagen</translation>
    </message>
    <message numerus="yes">
        <source>All %n presets</source>
        <translation>
            <numerusform>%n Vorlage</numerusform>
            <numerusform>Alle %n Vorlagen</numerusform>
        </translation>
    </message>
    <message>
        <source>The dataset&apos;s buckets stay: %1. The preset is made for %2.</source>
        <translation>Die Buckets des Datensatzes bleiben: %1. Die Vorlage ist für %2 gemacht.</translation>
    </message>
    <message>
        <source>Re&amp;name…</source>
        <translation>Umbe&amp;nennen…</translation>
    </message>
    <message>
        <source>&amp;Replace with these settings…</source>
        <translation>Durch diese Einstellungen &amp;ersetzen…</translation>
    </message>
    <message>
        <source>&amp;Delete…</source>
        <translation>&amp;Löschen…</translation>
    </message>
    <message>
        <source>Show &amp;changes…</source>
        <translation>&amp;Änderungen zeigen…</translation>
    </message>
    <message>
        <source>Sa&amp;ve a copy…</source>
        <translation>&amp;Kopie speichern…</translation>
    </message>
    <message>
        <source>No preset was planned for this model. Save your settings as one to use them again.</source>
        <translation>Für dieses Modell gibt es keine Vorlage. Speichern Sie Ihre Einstellungen als Vorlage, um sie wieder zu verwenden.</translation>
    </message>
</context>
<context>
    <name>PreviewPane</name>
    <message>
        <source>Live preview</source>
        <translation>Live-Vorschau</translation>
    </message>
    <message>
        <source>A small preview of the clip at the current denoising step.</source>
        <translation>Eine kleine Vorschau des Clips beim aktuellen Entrauschschritt.</translation>
    </message>
</context>
<context>
    <name>ProcessChoice</name>
    <message>
        <source>Processes</source>
        <translation>Prozesse</translation>
    </message>
    <message>
        <source>How many processes of this machine train the run together. What it learns does not depend on it. The plan shows what one of them needs.</source>
        <translation>Wie viele Prozesse dieses Rechners den Lauf gemeinsam trainieren. Was er lernt, hängt davon nicht ab. Der Plan zeigt, was einer von ihnen braucht.</translation>
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
            <numerusform>%n Prozess auf der CPU</numerusform>
            <numerusform>%n Prozesse auf der CPU</numerusform>
        </translation>
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
        <source>Removes the selected project from the list. The project itself is kept.</source>
        <translation>Entfernt das ausgewählte Projekt aus der Liste. Das Projekt selbst bleibt erhalten.</translation>
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
        <source>No projects yet. Drop a folder of videos here, or create an empty project.</source>
        <translation>Noch keine Projekte. Ziehen Sie einen Ordner mit Videos hierher oder legen Sie ein leeres Projekt an.</translation>
    </message>
    <message>
        <source>&amp;Open the project</source>
        <translation>Projekt ö&amp;ffnen</translation>
    </message>
    <message>
        <source>Show in &amp;file manager</source>
        <translation>Im Datei&amp;manager zeigen</translation>
    </message>
</context>
<context>
    <name>PromptCard</name>
    <message>
        <source>Image at the end, at frame -1</source>
        <translation>Bild am Ende, bei Frame -1</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>What the clip should show</source>
        <translation>Was der Clip zeigen soll</translation>
    </message>
    <message>
        <source>Negative prompt</source>
        <translation>Negativer Prompt</translation>
    </message>
    <message>
        <source>What the clip should not show</source>
        <translation>Was der Clip nicht zeigen soll</translation>
    </message>
    <message>
        <source>First frame</source>
        <translation>Erster Frame</translation>
    </message>
    <message>
        <source>An image or a video, whose first frame is used.</source>
        <translation>Ein Bild oder ein Video, dessen erster Frame benutzt wird.</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Durchsuchen…</translation>
    </message>
    <message>
        <source>Choose a first frame…</source>
        <translation>Ersten Frame wählen…</translation>
    </message>
    <message>
        <source>%1 generates clips from text alone. Image-to-video models start from a first frame.</source>
        <translation>%1 generiert Clips allein aus Text. Bild-zu-Video-Modelle gehen von einem ersten Frame aus.</translation>
    </message>
    <message>
        <source>Only for image-to-video models.</source>
        <translation>Nur für Bild-zu-Video-Modelle.</translation>
    </message>
    <message>
        <source>Choose a first frame</source>
        <translation>Ersten Frame wählen</translation>
    </message>
    <message>
        <source>Enter a prompt.</source>
        <translation>Geben Sie einen Prompt ein.</translation>
    </message>
    <message>
        <source>Choose a first frame: this model needs one.</source>
        <translation>Wählen Sie einen ersten Frame: Dieses Modell braucht einen.</translation>
    </message>
    <message>
        <source>Images and videos at any frame</source>
        <translation>Bilder und Videos an beliebigen Frames</translation>
    </message>
    <message>
        <source>Add images or videos</source>
        <translation>Bilder oder Videos hinzufügen</translation>
    </message>
</context>
<context>
    <name>PromptDialog</name>
    <message>
        <source>Prompts, one per line</source>
        <translation>Prompts, einer pro Zeile</translation>
    </message>
    <message>
        <source>Validation prompts of “%1”</source>
        <translation>Validierungsprompts von „%1“</translation>
    </message>
    <message>
        <source>One prompt per line. The run takes them up at its next validation and keeps them when it is resumed. A prompt may end in @@@FRAMESxHEIGHTxWIDTH. Without prompts no clips are generated.</source>
        <translation>Ein Prompt pro Zeile. Der Lauf übernimmt sie bei der nächsten Validierung und behält sie, wenn er fortgesetzt wird. Ein Prompt darf auf @@@FRAMESxHÖHExBREITE enden. Ohne Prompts werden keine Clips generiert.</translation>
    </message>
    <message>
        <source>&amp;Save prompts</source>
        <translation>Prompts &amp;speichern</translation>
    </message>
    <message>
        <source>Discard the changes?</source>
        <translation>Die Änderungen verwerfen?</translation>
    </message>
    <message>
        <source>The prompts were changed and are not saved.</source>
        <translation>Die Prompts wurden geändert und sind nicht gespeichert.</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>&amp;Verwerfen</translation>
    </message>
    <message>
        <source>&amp;Keep editing</source>
        <translation>&amp;Weiter bearbeiten</translation>
    </message>
</context>
<context>
    <name>ProposalPane</name>
    <message>
        <source>Proposed caption</source>
        <translation>Vorgeschlagene Beschreibung</translation>
    </message>
    <message>
        <source>What the captioner says. You can edit it before you accept it.</source>
        <translation>Was das Programm sagt. Sie können es ändern, bevor Sie es übernehmen.</translation>
    </message>
    <message numerus="yes">
        <source>%n of the selected clips have a proposed caption.</source>
        <translation>
            <numerusform>%n der gewählten Clips hat eine vorgeschlagene Beschreibung.</numerusform>
            <numerusform>%n der gewählten Clips haben eine vorgeschlagene Beschreibung.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RecipePanel</name>
    <message>
        <source>Recipe</source>
        <translation>Rezept</translation>
    </message>
    <message>
        <source>How the selected clip was made.</source>
        <translation>Wie der gewählte Clip entstanden ist.</translation>
    </message>
    <message>
        <source>&amp;Generate with this</source>
        <translation>&amp;Damit generieren</translation>
    </message>
    <message>
        <source>Opens the Generate page with the prompt, seed, size, model and LoRA of this clip.</source>
        <translation>Öffnet die Seite „Generieren“ mit Prompt, Seed, Größe, Modell und LoRA dieses Clips.</translation>
    </message>
    <message>
        <source>&amp;Use this checkpoint</source>
        <translation>Diesen &amp;Checkpoint nutzen</translation>
    </message>
    <message>
        <source>Opens the Generate page with only the model and the LoRA of this step.</source>
        <translation>Öffnet die Seite „Generieren“ nur mit dem Modell und dem LoRA dieses Schritts.</translation>
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
        <source>Use the run&apos;s &amp;settings</source>
        <translation>Lauf-Einstellungen &amp;übernehmen</translation>
    </message>
    <message>
        <source>Opens the Train page with the settings of this clip&apos;s run, for a new run.</source>
        <translation>Öffnet die Seite „Training“ mit den Einstellungen des Laufs dieses Clips, für einen neuen Lauf.</translation>
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
        <source>Select a clip to see how it was made.</source>
        <translation>Wählen Sie einen Clip, um zu sehen, wie er entstanden ist.</translation>
    </message>
    <message>
        <source>The file of this clip is missing.</source>
        <translation>Die Datei dieses Clips fehlt.</translation>
    </message>
    <message>
        <source>The clips were made with averaged weights; the LoRA of this checkpoint is not averaged.</source>
        <translation>Die Clips wurden mit gemittelten Gewichten generiert; das LoRA dieses Checkpoints ist nicht gemittelt.</translation>
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
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Changes are previewed here.</source>
        <translation>Hier erscheint die Vorschau der Änderungen.</translation>
    </message>
    <message>
        <source>Changes these captions. You can undo it in one step.</source>
        <translation>Ändert diese Beschreibungen. Das lässt sich in einem Schritt rückgängig machen.</translation>
    </message>
    <message>
        <source>All clips in the list</source>
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
        <source>Which clips to change</source>
        <translation>Welche Clips geändert werden</translation>
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
        <source>%n captions will change.</source>
        <translation>
            <numerusform>%n Beschreibung wird sich ändern.</numerusform>
            <numerusform>%n Beschreibungen werden sich ändern.</numerusform>
        </translation>
    </message>
    <message>
        <source>In a regular expression, $1 or \1 stands for the first group.</source>
        <translation>In einem regulären Ausdruck ist $1 oder \1 die erste Gruppe.</translation>
    </message>
    <message numerus="yes">
        <source>%n captions were changed.</source>
        <translation>
            <numerusform>%n Beschreibung wurde geändert.</numerusform>
            <numerusform>%n Beschreibungen wurden geändert.</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Change</source>
        <translation>Än&amp;dern</translation>
    </message>
    <message>
        <source>Change many captions</source>
        <translation>Viele Beschreibungen ändern</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Find and replace</source>
        <translation>Suchen und ersetzen</translation>
    </message>
    <message>
        <source>Add a prefix</source>
        <translation>Davorsetzen</translation>
    </message>
    <message>
        <source>Add a suffix</source>
        <translation>Anhängen</translation>
    </message>
    <message>
        <source>&amp;What</source>
        <translation>&amp;Was</translation>
    </message>
    <message>
        <source>&amp;Trigger word</source>
        <translation>&amp;Triggerwort</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Was geschehen soll</translation>
    </message>
    <message>
        <source>Trigger word</source>
        <translation>Triggerwort</translation>
    </message>
    <message>
        <source>Training puts it in front of every caption of the project; the captions here do not hold it.</source>
        <translation>Das Training setzt es vor jede Beschreibung des Projekts; in den Beschreibungen hier steht es nicht.</translation>
    </message>
    <message>
        <source>&amp;Prefix</source>
        <translation>&amp;Davor</translation>
    </message>
    <message>
        <source>S&amp;uffix</source>
        <translation>Da&amp;hinter</translation>
    </message>
    <message>
        <source>Put in front of captions that do not begin with it, with its spaces.</source>
        <translation>Kommt mitsamt Leerzeichen vor Beschreibungen, die nicht so beginnen.</translation>
    </message>
    <message>
        <source>Put behind captions that do not end with it, with its spaces.</source>
        <translation>Kommt mitsamt Leerzeichen hinter Beschreibungen, die nicht so enden.</translation>
    </message>
</context>
<context>
    <name>RowFaultCard</name>
    <message>
        <source>%1, line %2</source>
        <translation>%1, Zeile %2</translation>
    </message>
    <message>
        <source>No problems.</source>
        <translation>Keine Probleme.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close the list of problems</source>
        <translation>Liste der Probleme schließen</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>Fix</source>
        <translation>Abhilfe</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Imports the selected files again, or all of them, once they are mended.</source>
        <translation>Importiert die ausgewählten Dateien oder alle erneut, sobald sie in Ordnung sind.</translation>
    </message>
    <message>
        <source>Show in file manager</source>
        <translation>Im Dateimanager zeigen</translation>
    </message>
    <message>
        <source>Select the clip</source>
        <translation>Clip auswählen</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Takes the selected problems off the list. Nothing else changes.</source>
        <translation>Nimmt die ausgewählten Probleme von der Liste. Sonst ändert sich nichts.</translation>
    </message>
    <message>
        <source>A click selects the clip.</source>
        <translation>Ein Klick wählt den Clip aus.</translation>
    </message>
</context>
<context>
    <name>RunBar</name>
    <message>
        <source>Run status</source>
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
        <source>Progress of the run</source>
        <translation>Fortschritt des Laufs</translation>
    </message>
    <message>
        <source>Commands of the run</source>
        <translation>Befehle für den Lauf</translation>
    </message>
    <message>
        <source>No run is shown.</source>
        <translation>Es wird kein Lauf gezeigt.</translation>
    </message>
    <message>
        <source>The run has finished.</source>
        <translation>Der Lauf ist abgeschlossen.</translation>
    </message>
    <message>
        <source>The run is training.</source>
        <translation>Der Lauf trainiert gerade.</translation>
    </message>
    <message>
        <source>The run is not in the queue.</source>
        <translation>Der Lauf ist nicht in der Warteschlange.</translation>
    </message>
    <message>
        <source>The run cannot be resumed now.</source>
        <translation>Der Lauf lässt sich jetzt nicht fortsetzen.</translation>
    </message>
    <message>
        <source>Failed before the first step</source>
        <translation>Vor dem ersten Schritt gescheitert</translation>
    </message>
    <message>
        <source>%1 at step %2 of %3: can be resumed</source>
        <translation>%1 bei Schritt %2 von %3: kann fortgesetzt werden</translation>
    </message>
    <message>
        <source>%1: can resume from step %2</source>
        <translation>%1: ab Schritt %2 fortsetzbar</translation>
    </message>
    <message>
        <source>%1 before the first checkpoint: resuming starts over</source>
        <translation>%1 vor dem ersten Checkpoint: Fortsetzen beginnt von vorn</translation>
    </message>
</context>
<context>
    <name>RunChart</name>
    <message>
        <source>, averaged</source>
        <translation>, gemittelt</translation>
    </message>
    <message>
        <source>Wheel, + and −: zoom; over the value axis, zoom the values. Drag, Left and Right: pan. Double-click or Home: all steps. Shift+Left and Shift+Right move the cursor, Page Up and Page Down move it between clips, Enter opens them.</source>
        <translation>Mausrad, + und −: zoomen, über der Werteachse die Werte. Ziehen, Links und Rechts: verschieben. Doppelklick oder Pos1: alle Schritte. Umschalt+Links und Umschalt+Rechts bewegen den Cursor, Bild auf und Bild ab setzen ihn von Clip zu Clip, die Eingabetaste öffnet sie.</translation>
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
        <source>%n clips at step %1. Click to see them.</source>
        <translation>
            <numerusform>%n Clip bei Schritt %1. Klicken, um ihn zu sehen.</numerusform>
            <numerusform>%n Clips bei Schritt %1. Klicken, um sie zu sehen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Checkpoint at step %1</source>
        <translation>Checkpoint bei Schritt %1</translation>
    </message>
</context>
<context>
    <name>RunCheck</name>
    <message numerus="yes">
        <source>%n captions</source>
        <translation>
            <numerusform>%n Beschriftung</numerusform>
            <numerusform>%n Beschriftungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cuts</source>
        <translation>
            <numerusform>%n Schnitt</numerusform>
            <numerusform>%n Schnitte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n crops</source>
        <translation>
            <numerusform>%n Ausschnitt</numerusform>
            <numerusform>%n Ausschnitte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips in other buckets</source>
        <translation>
            <numerusform>%n Clip in einem anderen Bucket</numerusform>
            <numerusform>%n Clips in anderen Buckets</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips added</source>
        <translation>
            <numerusform>%n Clip hinzugefügt</numerusform>
            <numerusform>%n Clips hinzugefügt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips removed</source>
        <translation>
            <numerusform>%n Clip entfernt</numerusform>
            <numerusform>%n Clips entfernt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more buckets</source>
        <translation>
            <numerusform>%n weiterer Bucket</numerusform>
            <numerusform>%n weitere Buckets</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n samples</source>
        <translation>
            <numerusform>%n Sample</numerusform>
            <numerusform>%n Samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips with other weights</source>
        <translation>
            <numerusform>%n Clip mit anderem Gewicht</numerusform>
            <numerusform>%n Clips mit anderen Gewichten</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunCompare</name>
    <message>
        <source>First run</source>
        <translation>Erster Lauf</translation>
    </message>
    <message>
        <source>Second run</source>
        <translation>Zweiter Lauf</translation>
    </message>
    <message>
        <source>Settings that differ</source>
        <translation>Abweichende Einstellungen</translation>
    </message>
    <message>
        <source>Both runs have the same settings.</source>
        <translation>Beide Läufe haben dieselben Einstellungen.</translation>
    </message>
    <message>
        <source>Compare the settings of two runs</source>
        <translation>Einstellungen zweier Läufe vergleichen</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
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
        <source>The same settings as TOML text.</source>
        <translation>Dieselben Einstellungen als TOML-Text.</translation>
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
        <source>Started</source>
        <translation>Gestartet</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
</context>
<context>
    <name>RunsView</name>
    <message>
        <source>Runs of this project</source>
        <translation>Läufe dieses Projekts</translation>
    </message>
    <message>
        <source>No runs yet. Press Start to make the first one.</source>
        <translation>Noch keine Läufe. „Starten“ legt den ersten an.</translation>
    </message>
    <message>
        <source>&amp;Resume run</source>
        <translation>Lauf &amp;fortsetzen</translation>
    </message>
    <message>
        <source>Resumes the run from its newest checkpoint.</source>
        <translation>Setzt den Lauf ab seinem neuesten Checkpoint fort.</translation>
    </message>
    <message>
        <source>E&amp;xtend…</source>
        <translation>&amp;Verlängern…</translation>
    </message>
    <message>
        <source>Adds steps to a finished run and resumes it.</source>
        <translation>Gibt einem fertigen Lauf weitere Schritte und setzt ihn fort.</translation>
    </message>
    <message>
        <source>&amp;Branch</source>
        <translation>A&amp;bzweigen</translation>
    </message>
    <message>
        <source>Starts a new run from this run&apos;s newest weights. You can change the settings first.</source>
        <translation>Startet einen neuen Lauf von den neuesten Gewichten dieses Laufs. Die Einstellungen können Sie vorher ändern.</translation>
    </message>
    <message>
        <source>&amp;Use its settings</source>
        <translation>Einstellungen &amp;übernehmen</translation>
    </message>
    <message>
        <source>Uses the run&apos;s settings and dataset for a new run.</source>
        <translation>Verwendet Einstellungen und Datensatz des Laufs für einen neuen.</translation>
    </message>
    <message>
        <source>Extend the run</source>
        <translation>Lauf verlängern</translation>
    </message>
    <message>
        <source>Steps to add:</source>
        <translation>Weitere Schritte:</translation>
    </message>
    <message>
        <source>S&amp;tar</source>
        <translation>S&amp;tern</translation>
    </message>
    <message>
        <source>Marks the selected runs with a star, or takes the stars away.</source>
        <translation>Versieht die ausgewählten Läufe mit einem Stern oder entfernt die Sterne.</translation>
    </message>
    <message>
        <source>Re&amp;name…</source>
        <translation>Um&amp;benennen…</translation>
    </message>
    <message>
        <source>Gives the run another name. Its folder keeps its own.</source>
        <translation>Gibt dem Lauf einen anderen Namen. Sein Ordner behält den alten.</translation>
    </message>
    <message>
        <source>Rename the run</source>
        <translation>Lauf umbenennen</translation>
    </message>
    <message>
        <source>Name:</source>
        <translation>Name:</translation>
    </message>
    <message>
        <source>N&amp;ote…</source>
        <translation>N&amp;otiz…</translation>
    </message>
    <message>
        <source>Keeps a note with the run.</source>
        <translation>Bewahrt eine Notiz beim Lauf auf.</translation>
    </message>
    <message>
        <source>Note on the run</source>
        <translation>Notiz zum Lauf</translation>
    </message>
    <message>
        <source>Note:</source>
        <translation>Notiz:</translation>
    </message>
    <message>
        <source>&amp;Delete…</source>
        <translation>&amp;Löschen…</translation>
    </message>
    <message>
        <source>Moves the selected runs to the trash, with their checkpoints, clips and results.</source>
        <translation>Verschiebt die ausgewählten Läufe samt Checkpoints, Clips und Ergebnissen in den Papierkorb.</translation>
    </message>
    <message>
        <source>Delete the run?</source>
        <translation>Den Lauf löschen?</translation>
    </message>
    <message>
        <source>Move “%1” to the trash?</source>
        <translation>„%1“ in den Papierkorb verschieben?</translation>
    </message>
    <message>
        <source>Its checkpoints, clips and result go with it: %1, free once the trash is emptied.</source>
        <translation>Checkpoints, Clips und Ergebnis gehen mit: %1, die beim Leeren des Papierkorbs frei werden.</translation>
    </message>
    <message>
        <source>&amp;Move to trash</source>
        <translation>In den &amp;Papierkorb</translation>
    </message>
    <message>
        <source>&amp;Keep the run</source>
        <translation>Lauf &amp;behalten</translation>
    </message>
    <message>
        <source>&amp;Compare settings…</source>
        <translation>Einstellungen &amp;vergleichen…</translation>
    </message>
    <message>
        <source>&amp;Loss by clip…</source>
        <translation>&amp;Loss je Clip…</translation>
    </message>
    <message>
        <source>Measures which clips the run finds hardest, and selects them in the dataset.</source>
        <translation>Misst, welche Clips dem Lauf am schwersten fallen, und wählt sie im Datensatz aus.</translation>
    </message>
    <message>
        <source>Commands of the run</source>
        <translation>Befehle für den Lauf</translation>
    </message>
    <message>
        <source>Starred &amp;only</source>
        <translation>N&amp;ur mit Stern</translation>
    </message>
    <message>
        <source>Shows only the runs with a star.</source>
        <translation>Zeigt nur die Läufe mit Stern.</translation>
    </message>
    <message>
        <source>Counting what it takes…</source>
        <translation>Der belegte Platz wird ermittelt…</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n runs?</source>
        <translation>
            <numerusform>%n Lauf löschen?</numerusform>
            <numerusform>%n Läufe löschen?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n runs to the trash?</source>
        <translation>
            <numerusform>%n Lauf in den Papierkorb verschieben?</numerusform>
            <numerusform>%n Läufe in den Papierkorb verschieben?</numerusform>
        </translation>
    </message>
    <message>
        <source>Their checkpoints, clips and results go with them: %1, free once the trash is emptied.</source>
        <translation>Ihre Checkpoints, Clips und Ergebnisse gehen mit: %1, frei nach dem Leeren des Papierkorbs.</translation>
    </message>
    <message>
        <source>&amp;Keep them</source>
        <translation>&amp;Behalten</translation>
    </message>
    <message>
        <source>Show in &amp;file manager</source>
        <translation>Im Datei&amp;manager zeigen</translation>
    </message>
    <message>
        <source>Shows the run&apos;s folder in the file manager.</source>
        <translation>Zeigt den Ordner des Laufs im Dateimanager.</translation>
    </message>
    <message>
        <source>Shows the settings in which two runs differ: two that are selected, or one and any other.</source>
        <translation>Zeigt die Einstellungen, in denen sich zwei Läufe unterscheiden: zwei ausgewählte, oder einer und ein beliebiger anderer.</translation>
    </message>
</context>
<context>
    <name>RuntimeDialog</name>
    <message>
        <source>For &amp;NVIDIA cards (CUDA)</source>
        <translation>Für &amp;NVIDIA-Karten (CUDA)</translation>
    </message>
    <message>
        <source>For the &amp;processor alone</source>
        <translation>Nur für den &amp;Prozessor</translation>
    </message>
    <message>
        <source>Install LibTorch</source>
        <translation>LibTorch installieren</translation>
    </message>
    <message>
        <source>&amp;Install</source>
        <translation>&amp;Installieren</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>Progress of the installation</source>
        <translation>Fortschritt der Installation</translation>
    </message>
    <message>
        <source>LibTorch trains and generates. It is fetched from the package index that pip is configured with, checked, and unpacked into your own folder. You can close this dialog meanwhile and work on clips and captions.</source>
        <translation>LibTorch trainiert und generiert. Es wird vom Paketindex geladen, auf den pip eingestellt ist, geprüft und in Ihren eigenen Ordner entpackt. Sie können diesen Dialog währenddessen schließen und an Clips und Beschreibungen arbeiten.</translation>
    </message>
    <message>
        <source>Package index</source>
        <translation>Paketindex</translation>
    </message>
    <message>
        <source>The address of another package index. Empty: the one of pip.</source>
        <translation>Die Adresse eines anderen Paketindex. Leer: der von pip.</translation>
    </message>
    <message>
        <source>as pip is configured</source>
        <translation>wie in pip eingestellt</translation>
    </message>
    <message>
        <source>Package in&amp;dex</source>
        <translation>Paketin&amp;dex</translation>
    </message>
    <message>
        <source>%1 to download, up to %2 in %3, where %4 are free.</source>
        <translation>%1 herunterzuladen, bis zu %2 in %3; dort sind %4 frei.</translation>
    </message>
    <message>
        <source>%1 are there already.</source>
        <translation>%1 sind schon da.</translation>
    </message>
    <message>
        <source>%1 per second</source>
        <translation>%1 pro Sekunde</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>Asking the package index…</source>
        <translation>Der Paketindex wird gefragt…</translation>
    </message>
    <message>
        <source>LibTorch is installed. An engine that was open before uses it from the next start on.</source>
        <translation>LibTorch ist installiert. Eine Engine, die schon offen war, benutzt es ab dem nächsten Start.</translation>
    </message>
</context>
<context>
    <name>SamplePanel</name>
    <message>
        <source>Prompt of the clips</source>
        <translation>Prompt der Clips</translation>
    </message>
    <message>
        <source>Show in Gallery</source>
        <translation>In der Galerie zeigen</translation>
    </message>
    <message>
        <source>Compares this clip with the other ones of the run.</source>
        <translation>Vergleicht diesen Clip mit den anderen des Laufs.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Closes the player.</source>
        <translation>Schließt den Player.</translation>
    </message>
    <message>
        <source>Clips</source>
        <translation>Clips</translation>
    </message>
    <message>
        <source>No prompt</source>
        <translation>Kein Prompt</translation>
    </message>
    <message>
        <source>%1 (seed %2)</source>
        <translation>%1 (Seed %2)</translation>
    </message>
    <message>
        <source>Step %1: %2</source>
        <translation>Schritt %1: %2</translation>
    </message>
    <message>
        <source>No clips yet</source>
        <translation>Noch keine Clips</translation>
    </message>
    <message>
        <source>&amp;Play</source>
        <translation>Ab&amp;spielen</translation>
    </message>
    <message>
        <source>Show in &amp;Gallery</source>
        <translation>In der &amp;Galerie zeigen</translation>
    </message>
    <message>
        <source>Show in &amp;file manager</source>
        <translation>Im Datei&amp;manager zeigen</translation>
    </message>
    <message>
        <source>&amp;Copy prompt</source>
        <translation>Prompt &amp;kopieren</translation>
    </message>
</context>
<context>
    <name>SampleStrip</name>
    <message>
        <source>Clips of this prompt by step</source>
        <translation>Clips zu diesem Prompt nach Schritt</translation>
    </message>
    <message>
        <source>Arrow keys move between the clips, Return plays one.</source>
        <translation>Die Pfeiltasten wechseln zwischen den Clips, die Eingabetaste spielt einen ab.</translation>
    </message>
    <message>
        <source>Step %1: %2</source>
        <translation>Schritt %1: %2</translation>
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
        <source>Model default</source>
        <translation>Modellvorgabe</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Number of denoising steps. More take longer and give finer results.</source>
        <translation>Anzahl der Entrauschschritte. Mehr davon dauern länger und ergeben feinere Clips.</translation>
    </message>
    <message>
        <source>Guidance</source>
        <translation>Guidance</translation>
    </message>
    <message>
        <source>How closely the clip follows the prompt. 1 or less turns guidance off and halves the time per step.</source>
        <translation>Wie eng der Clip dem Prompt folgt. 1 oder weniger schaltet die Guidance aus und halbiert die Zeit je Schritt.</translation>
    </message>
    <message>
        <source>Scheduler</source>
        <translation>Scheduler</translation>
    </message>
    <message>
        <source>How the noise is removed.</source>
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
        <source>The same seed and settings give the same clip. When this is off, further clips use the seeds that follow.</source>
        <translation>Gleicher Seed und gleiche Einstellungen ergeben den gleichen Clip. Ist dies aus, verwenden weitere Clips die folgenden Seeds.</translation>
    </message>
    <message>
        <source>Seed of the first clip. Further clips use the numbers that follow.</source>
        <translation>Seed des ersten Clips. Weitere Clips verwenden die folgenden Zahlen.</translation>
    </message>
    <message>
        <source>Clips</source>
        <translation>Clips</translation>
    </message>
    <message>
        <source>Number of clips to queue, each with its own seed.</source>
        <translation>Anzahl der Clips, die eingereiht werden, jeder mit eigenem Seed.</translation>
    </message>
</context>
<context>
    <name>SceneCutModel</name>
    <message>
        <source>Cut of %1 at frame %2</source>
        <translation>Schnitt von %1 bei Frame %2</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Davor</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Danach</translation>
    </message>
    <message>
        <source>Clip</source>
        <translation>Clip</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>Frame</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
</context>
<context>
    <name>SceneReview</name>
    <message>
        <source>Scene cuts</source>
        <translation>Szenenschnitte</translation>
    </message>
    <message>
        <source>No scene cuts were found in these clips.</source>
        <translation>In diesen Clips wurden keine Szenenschnitte gefunden.</translation>
    </message>
    <message>
        <source>Minimum change</source>
        <translation>Mindeständerung</translation>
    </message>
    <message>
        <source>Accepts the cuts at which the picture changes at least that much.</source>
        <translation>Nimmt die Schnitte an, bei denen sich das Bild mindestens so stark ändert.</translation>
    </message>
    <message>
        <source>&amp;Split</source>
        <translation>&amp;Teilen</translation>
    </message>
    <message>
        <source>Split at the accepted cuts</source>
        <translation>An den angenommenen Schnitten teilen</translation>
    </message>
    <message>
        <source>&amp;Minimum change</source>
        <translation>&amp;Mindeständerung</translation>
    </message>
    <message numerus="yes">
        <source>%n cuts accepted of %1.</source>
        <translation>
            <numerusform>%n von %1 Schnitten angenommen.</numerusform>
            <numerusform>%n von %1 Schnitten angenommen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Annehmen</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>Ablehnen</translation>
    </message>
    <message numerus="yes">
        <source>%n clips were not scanned since they were cut: use “Scan clips” first.</source>
        <translation>
            <numerusform>%n Clip wurde seit dem Schnitt nicht gescannt: Verwenden Sie zuerst „Clips scannen“.</numerusform>
            <numerusform>%n Clips wurden seit dem Schnitt nicht gescannt: Verwenden Sie zuerst „Clips scannen“.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ScrubBar</name>
    <message>
        <source>Position in the clip</source>
        <translation>Position im Clip</translation>
    </message>
    <message>
        <source>Arrow keys move by one frame, Page Up and Page Down by one second.</source>
        <translation>Pfeiltasten gehen um einen Frame weiter, Bild auf und Bild ab um eine Sekunde.</translation>
    </message>
</context>
<context>
    <name>SetsDialog</name>
    <message>
        <source>Sets</source>
        <translation>Mengen</translation>
    </message>
    <message>
        <source>No sets yet: every clip counts the same.</source>
        <translation>Noch keine Mengen: Jeder Clip zählt gleich viel.</translation>
    </message>
    <message>
        <source>&amp;Add a set</source>
        <translation>Menge &amp;hinzufügen</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>&amp;Without the trigger word</source>
        <translation>&amp;Ohne das Triggerwort</translation>
    </message>
    <message>
        <source>Sets and weights</source>
        <translation>Mengen und Gewichte</translation>
    </message>
    <message>
        <source>Clips</source>
        <translation>Clips</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>Wiederholungen</translation>
    </message>
    <message>
        <source>Loss weight</source>
        <translation>Gewicht des Verlusts</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Dropped captions</source>
        <translation>Weggelassene Beschreibungen</translation>
    </message>
    <message>
        <source>Regularisation</source>
        <translation>Regularisierung</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>as usual</source>
        <translation>wie üblich</translation>
    </message>
    <message>
        <source>&amp;Clips</source>
        <translation>&amp;Clips</translation>
    </message>
    <message>
        <source>A filter as above the list: tag:portrait, name:night/ for a folder, is:image for stills.</source>
        <translation>Ein Filter wie über der Liste: tag:portrait, name:night/ für einen Ordner, is:image für Standbilder.</translation>
    </message>
    <message>
        <source>&amp;Repeats</source>
        <translation>&amp;Wiederholungen</translation>
    </message>
    <message>
        <source>How often each of these clips is used in an epoch. 0 leaves them out.</source>
        <translation>Wie oft jeder dieser Clips in einer Epoche verwendet wird. 0 lässt sie weg.</translation>
    </message>
    <message>
        <source>&amp;Loss weight</source>
        <translation>&amp;Gewicht des Verlusts</translation>
    </message>
    <message>
        <source>How much the loss of these clips counts; 1 is usual.</source>
        <translation>Wie viel der Verlust dieser Clips zählt; 1 ist üblich.</translation>
    </message>
    <message>
        <source>&amp;Share of draws</source>
        <translation>&amp;Anteil der Ziehungen</translation>
    </message>
    <message>
        <source>How much of the training these clips are. Clips without a share are used once in an epoch.</source>
        <translation>Welchen Teil des Trainings diese Clips ausmachen. Clips ohne Anteil werden in einer Epoche einmal verwendet.</translation>
    </message>
    <message>
        <source>&amp;Dropped captions</source>
        <translation>&amp;Weggelassene Beschreibungen</translation>
    </message>
    <message>
        <source>How often a caption is replaced by the empty one, instead of the run&apos;s own setting.</source>
        <translation>Wie oft eine Beschreibung durch die leere ersetzt wird, anstelle der Einstellung des Laufs.</translation>
    </message>
    <message>
        <source>For clips of things that the model must not forget: their texts do not get the trigger word. Give their loss a weight as well.</source>
        <translation>Für Clips von dem, was das Modell nicht vergessen soll: Ihre Texte bekommen das Triggerwort nicht. Geben Sie auch ihrem Verlust ein Gewicht.</translation>
    </message>
    <message>
        <source>Without the trigger word</source>
        <translation>Ohne das Triggerwort</translation>
    </message>
    <message>
        <source>all clips</source>
        <translation>alle Clips</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
</context>
<context>
    <name>SettingHelp</name>
    <message>
        <source>About this setting</source>
        <translation>Über diese Einstellung</translation>
    </message>
    <message>
        <source>Select a setting to see what it does.</source>
        <translation>Wählen Sie eine Einstellung, um zu sehen, was sie bewirkt.</translation>
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
        <source>In other trainers: %1</source>
        <translation>In anderen Trainingsprogrammen: %1</translation>
    </message>
</context>
<context>
    <name>SettingRow</name>
    <message>
        <source>One per line</source>
        <translation>Eines pro Zeile</translation>
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
        <source>Reset to the default: %1</source>
        <translation>Auf Standardwert zurücksetzen: %1</translation>
    </message>
    <message>
        <source>Reset “%1”</source>
        <translation>„%1“ zurücksetzen</translation>
    </message>
    <message>
        <source>Copy the &amp;key “%1”</source>
        <translation>&amp;Schlüssel „%1“ kopieren</translation>
    </message>
    <message>
        <source>&amp;Help on this setting</source>
        <translation>&amp;Hilfe zu dieser Einstellung</translation>
    </message>
    <message>
        <source>Reset to the preset “%1”: %2</source>
        <translation>Auf den Wert der Vorlage „%1“ zurücksetzen: %2</translation>
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
        <source>System</source>
        <translation>System</translation>
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
        <translation>Cache-Ordner</translation>
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
        <source>When the cache grows beyond this, Framewright offers to clean it up.</source>
        <translation>Wird der Cache größer, bietet Framewright an, ihn aufzuräumen.</translation>
    </message>
    <message>
        <source>Cache limit</source>
        <translation>Grenze des Caches</translation>
    </message>
    <message>
        <source>Cache &amp;limit</source>
        <translation>&amp;Höchstgröße des Caches</translation>
    </message>
    <message>
        <source>Latents</source>
        <translation>Latents</translation>
    </message>
    <message>
        <source>Language of the window; the log file stays English</source>
        <translation>Sprache des Fensters; die Protokolldatei bleibt englisch</translation>
    </message>
</context>
<context>
    <name>SettingsForm</name>
    <message>
        <source>&amp;Advanced settings</source>
        <translation>&amp;Erweiterte Einstellungen</translation>
    </message>
    <message>
        <source>No setting has this name, here or in other trainers.</source>
        <translation>Keine Einstellung heißt so, weder hier noch in anderen Trainern.</translation>
    </message>
    <message>
        <source>Search by name, key or a flag of another trainer</source>
        <translation>Name, Schlüssel oder Flag suchen</translation>
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
        <source>Shows all settings, not only the most common ones.</source>
        <translation>Zeigt alle Einstellungen, nicht nur die häufigsten.</translation>
    </message>
</context>
<context>
    <name>SharedForecast</name>
    <message>
        <source>No forecast: %1</source>
        <translation>Keine Vorhersage: %1</translation>
    </message>
    <message>
        <source>No forecast: the GPUs are of different kinds.</source>
        <translation>Keine Vorhersage: Die GPUs sind verschiedener Art.</translation>
    </message>
    <message>
        <source>Planning…</source>
        <translation>Plant…</translation>
    </message>
    <message>
        <source>They share the cores of the processor, and each of them holds the model. There is no forecast of the time.</source>
        <translation>Sie teilen sich die Kerne des Prozessors, und jeder von ihnen hält das Modell. Für die Zeit gibt es keine Vorhersage.</translation>
    </message>
    <message>
        <source>About %1 for the clip and %2 on each GPU.</source>
        <translation>Etwa %1 für den Clip und %2 auf jeder GPU.</translation>
    </message>
    <message>
        <source>Based on assumed link speeds; none have been measured.</source>
        <translation>Beruht auf angenommenen Verbindungen; gemessen wurde keine.</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Turn videos into a dataset, train a model on it, and review the clips it makes.</source>
        <translation>Machen Sie aus Videos einen Datensatz, trainieren Sie damit ein Modell und sehen Sie sich die Clips an, die es generiert.</translation>
    </message>
    <message>
        <source>Resume un&amp;finished jobs</source>
        <translation>&amp;Unfertige Jobs fortsetzen</translation>
    </message>
    <message>
        <source>Resumes the runs and queues the jobs that the last session left unfinished.</source>
        <translation>Setzt die Läufe fort und reiht die Jobs ein, die in der letzten Sitzung unfertig blieben.</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n weiterer</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
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
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>run at %1 %</source>
        <translation>Lauf bei %1 %</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 und %n weiterer</numerusform>
            <numerusform>%1 und %n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SweepDialog</name>
    <message>
        <source>Sweep</source>
        <translation>Sweep</translation>
    </message>
    <message>
        <source>One run is trained for each combination of these values, one after the other. Everything else is as on the Train page.</source>
        <translation>Für jede Kombination dieser Werte wird ein Lauf trainiert, einer nach dem anderen. Alles andere ist wie auf der Seite Training.</translation>
    </message>
    <message>
        <source>&amp;Vary another setting</source>
        <translation>&amp;Weitere Einstellung variieren</translation>
    </message>
    <message>
        <source>Add to &amp;queue</source>
        <translation>In die &amp;Warteschlange</translation>
    </message>
    <message>
        <source>Runs are compared by the loss on held-out clips.</source>
        <translation>Läufe werden nach ihrem Validierungs-Loss verglichen.</translation>
    </message>
    <message>
        <source>Needs held-out clips and a number of steps instead of epochs.</source>
        <translation>Braucht Validierungsclips und eine Zahl von Schritten statt Epochen.</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Values, separated by commas</source>
        <translation>Werte, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>Do not vary this setting</source>
        <translation>Diese Einstellung nicht variieren</translation>
    </message>
    <message>
        <source>Choose a setting to vary.</source>
        <translation>Wählen Sie eine Einstellung, die variieren soll.</translation>
    </message>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>about %1 in all</source>
        <translation>insgesamt etwa %1</translation>
    </message>
    <message>
        <source>&amp;Drop worse runs early. Keep one of every</source>
        <translation>Schlechtere Läufe früh &amp;beenden. Es bleibt einer von je</translation>
    </message>
    <message>
        <source>Runs of which one is kept</source>
        <translation>Läufe, von denen einer bleibt</translation>
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
        <source>none: LibTorch for the processor is installed</source>
        <translation>keines: LibTorch für den Prozessor ist installiert</translation>
    </message>
    <message>
        <source>none: built for the processor; installers/run.sh builds for NVIDIA cards</source>
        <translation>keines: für den Prozessor gebaut; installers/run.sh baut für NVIDIA-Karten</translation>
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
    <name>TagRow</name>
    <message>
        <source>Add tags</source>
        <translation>Tags hinzufügen</translation>
    </message>
    <message>
        <source>Gives these tags to all selected clips. Separate several by commas.</source>
        <translation>Gibt allen gewählten Clips diese Tags. Mehrere durch Kommas trennen.</translation>
    </message>
    <message>
        <source>Tags of the selected clips</source>
        <translation>Tags der gewählten Clips</translation>
    </message>
    <message>
        <source>Add tags…</source>
        <translation>Tags hinzufügen…</translation>
    </message>
    <message>
        <source>Takes the tag from the selected clips.</source>
        <translation>Nimmt den gewählten Clips das Tag.</translation>
    </message>
    <message>
        <source>Gives the tag to all selected clips.</source>
        <translation>Gibt allen gewählten Clips das Tag.</translation>
    </message>
    <message>
        <source>Tag %1, %2 of %3</source>
        <translation>Tag %1, %2 von %3</translation>
    </message>
    <message>
        <source>List clips with this tag</source>
        <translation>Clips mit diesem Tag auflisten</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>Scene cut at frame %1</source>
        <translation>Szenenschnitt bei Frame %1</translation>
    </message>
    <message>
        <source>Frame %1, %2 s</source>
        <translation>Frame %1, %2 s</translation>
    </message>
    <message>
        <source>First frame of the clip: drag to change it</source>
        <translation>Erster Frame des Clips: ziehen, um es zu ändern</translation>
    </message>
    <message>
        <source>Last frame of the clip: drag to change it</source>
        <translation>Letzter Frame des Clips: ziehen, um es zu ändern</translation>
    </message>
    <message>
        <source>Arrow keys move by one frame, Page Up and Page Down by one second. Drag the two ends to cut the clip. Ctrl and the wheel zoom, Shift and the wheel move what is in view.</source>
        <translation>Die Pfeiltasten gehen um einen Frame weiter, Bild auf und Bild ab um eine Sekunde. Ziehen Sie an den beiden Enden, um den Clip zu schneiden. Strg und das Mausrad zoomen, Umschalt und das Mausrad verschieben den Ausschnitt.</translation>
    </message>
    <message>
        <source>Sample %1 of %2: frames %3 to %4</source>
        <translation>Sample %1 von %2: Frames %3 bis %4</translation>
    </message>
    <message numerus="yes">
        <source>%1 s to %2 s: %n frames, %3 s</source>
        <translation>
            <numerusform>%1 s bis %2 s: %n Frame, %3 s</numerusform>
            <numerusform>%1 s bis %2 s: %n Frames, %3 s</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
</context>
<context>
    <name>TokenBar</name>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>%1 of %2 tokens</source>
        <translation>%1 von %2 Token</translation>
    </message>
    <message>
        <source>The encoder ignores what is beyond its limit.</source>
        <translation>Der Encoder ignoriert, was über seiner Grenze liegt.</translation>
    </message>
    <message>
        <source>Tokens of the caption, with the trigger word, that the encoder reads.</source>
        <translation>Token der Beschreibung mit dem Triggerwort, die der Encoder liest.</translation>
    </message>
    <message numerus="yes">
        <source>%n too long</source>
        <translation>
            <numerusform>%n zu lang</numerusform>
            <numerusform>%n zu lang</numerusform>
        </translation>
    </message>
    <message>
        <source>Tokens of the shortest and the longest of the captions, with the trigger word.</source>
        <translation>Tokens der kürzesten und der längsten Beschreibung, mit dem Triggerwort.</translation>
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
        <source>Freezes the settings and trains with them, ahead of all waiting jobs.</source>
        <translation>Friert die Einstellungen ein und trainiert damit, vor allen wartenden Aufträgen.</translation>
    </message>
    <message>
        <source>Add to &amp;queue</source>
        <translation>E&amp;inreihen</translation>
    </message>
    <message>
        <source>Freezes the settings and trains with them, after the waiting jobs.</source>
        <translation>Friert die Einstellungen ein und trainiert damit nach den wartenden Aufträgen.</translation>
    </message>
    <message>
        <source>Undoes the last change to a setting.</source>
        <translation>Macht die letzte Änderung einer Einstellung rückgängig.</translation>
    </message>
    <message>
        <source>Redoes the change that was undone.</source>
        <translation>Führt die rückgängig gemachte Änderung wieder aus.</translation>
    </message>
    <message>
        <source>Save as &amp;preset…</source>
        <translation>Als &amp;Vorlage speichern…</translation>
    </message>
    <message>
        <source>Saves these settings as a preset of your own.</source>
        <translation>Speichert diese Einstellungen als eigene Vorlage.</translation>
    </message>
    <message>
        <source>&amp;Fit to my GPU</source>
        <translation>An &amp;meine GPU anpassen</translation>
    </message>
    <message>
        <source>Finds the fastest memory settings that fit what is free now.</source>
        <translation>Findet die schnellsten Speichereinstellungen, die in den jetzt freien Speicher passen.</translation>
    </message>
    <message>
        <source>Search &amp;settings</source>
        <translation>Einstellungen &amp;durchsuchen</translation>
    </message>
    <message>
        <source>Moves to the settings search field.</source>
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
        <source>Use the settings of a run</source>
        <translation>Einstellungen eines Laufs übernehmen</translation>
    </message>
    <message>
        <source>Use the preset “%1”</source>
        <translation>Vorlage „%1“ benutzen</translation>
    </message>
    <message>
        <source>Use the model&apos;s family and task</source>
        <translation>Familie und Aufgabe des Modells übernehmen</translation>
    </message>
    <message>
        <source>The engine is not loaded, so nothing can be trained.</source>
        <translation>Die Engine ist nicht geladen: Training ist nicht möglich.</translation>
    </message>
    <message>
        <source>The run file has errors: see the underlined lines.</source>
        <translation>Die Laufdatei hat Fehler: siehe die unterstrichenen Zeilen.</translation>
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
        <source>No project is open. Runs are kept in a project, with their datasets, checkpoints and clips.</source>
        <translation>Es ist kein Projekt geöffnet. Läufe liegen in einem Projekt, mit ihren Datensätzen, Checkpoints und Clips.</translation>
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
    <message>
        <source>Use the preset&apos;s &amp;buckets</source>
        <translation>&amp;Buckets der Vorlage benutzen</translation>
    </message>
    <message>
        <source>Puts the project&apos;s clips into the buckets that the preset is made for. The Dataset page can undo it.</source>
        <translation>Verteilt die Clips des Projekts auf die Buckets, für die die Vorlage gemacht ist. Auf der Seite „Datensatz“ lässt sich das rückgängig machen.</translation>
    </message>
    <message>
        <source>Use the preset&apos;s buckets: %1</source>
        <translation>Buckets der Vorlage benutzen: %1</translation>
    </message>
    <message>
        <source>Update the &amp;dataset</source>
        <translation>&amp;Datensatz aktualisieren</translation>
    </message>
    <message>
        <source>Trains on the project&apos;s clips as they are when the run starts, in place of a dataset that was frozen before.</source>
        <translation>Trainiert mit den Clips des Projekts, wie sie beim Start des Laufs sind, statt mit einem früher eingefrorenen Datensatz.</translation>
    </message>
    <message>
        <source>Swee&amp;p…</source>
        <translation>Swee&amp;p…</translation>
    </message>
    <message>
        <source>Trains one run for each combination of some settings&apos; values, and compares them.</source>
        <translation>Trainiert einen Lauf für jede Kombination der Werte einiger Einstellungen und vergleicht sie.</translation>
    </message>
</context>
<context>
    <name>VideoView</name>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Use the wheel to zoom, drag to pan, and double-click to fit.</source>
        <translation>Das Mausrad zoomt, Ziehen verschiebt das Bild, ein Doppelklick passt es ein.</translation>
    </message>
</context>
<context>
    <name>WeightRow</name>
    <message>
        <source>Repeats</source>
        <translation>Wiederholungen</translation>
    </message>
    <message>
        <source>How often the selected clips are used in an epoch. 0 leaves them out. At its lowest value the field leaves them to the project&apos;s rules.</source>
        <translation>Wie oft die gewählten Clips in einer Epoche verwendet werden. 0 lässt sie weg. Beim kleinsten Wert gelten für sie die Regeln des Projekts.</translation>
    </message>
    <message>
        <source>Loss weight</source>
        <translation>Gewicht des Verlusts</translation>
    </message>
    <message>
        <source>How much the loss of the selected clips counts; 1 is usual. At its lowest value the field leaves them to the project&apos;s rules.</source>
        <translation>Wie viel der Verlust der gewählten Clips zählt; 1 ist üblich. Beim kleinsten Wert gelten für sie die Regeln des Projekts.</translation>
    </message>
    <message>
        <source>&amp;Repeats</source>
        <translation>&amp;Wiederholungen</translation>
    </message>
    <message>
        <source>&amp;Loss weight</source>
        <translation>&amp;Gewicht des Verlusts</translation>
    </message>
    <message>
        <source>by the rules</source>
        <translation>nach den Regeln</translation>
    </message>
    <message>
        <source>different</source>
        <translation>verschieden</translation>
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
        <translation>Validierungsclips</translation>
    </message>
    <message>
        <source>Loss by timestep</source>
        <translation>Loss nach Zeitschritt</translation>
    </message>
    <message>
        <source>Average loss</source>
        <translation>Loss, Mittel</translation>
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
        <source>Unclipped norm</source>
        <translation>Rohe Norm</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittdauer</translation>
    </message>
    <message>
        <source>s per step</source>
        <translation>s je Schritt</translation>
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
        <translation>Arbeitsspeicher</translation>
    </message>
    <message>
        <source>This process</source>
        <translation>Dieser Prozess</translation>
    </message>
    <message>
        <source>Process %1</source>
        <translation>Prozess %1</translation>
    </message>
    <message>
        <source>Memory of each process</source>
        <translation>Speicher je Prozess</translation>
    </message>
    <message>
        <source>Time of each process</source>
        <translation>Zeit je Prozess</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>Ton</translation>
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
        <source>Caption clips with a captioner</source>
        <translation>Clips mit einem Beschreibungsprogramm beschreiben</translation>
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
    <message>
        <source>Propose captions</source>
        <translation>Beschreibungen vorschlagen</translation>
    </message>
    <message>
        <source>Accept proposed captions</source>
        <translation>Vorgeschlagene Beschreibungen übernehmen</translation>
    </message>
    <message>
        <source>Accept a proposed caption</source>
        <translation>Vorgeschlagene Beschreibung übernehmen</translation>
    </message>
    <message>
        <source>Refuse proposed captions</source>
        <translation>Vorgeschlagene Beschreibungen ablehnen</translation>
    </message>
    <message>
        <source>Edit a proposed caption</source>
        <translation>Vorgeschlagene Beschreibung bearbeiten</translation>
    </message>
    <message>
        <source>Change the rules for captions</source>
        <translation>Regeln für Beschreibungen ändern</translation>
    </message>
    <message>
        <source>Add a caption</source>
        <translation>Beschreibung hinzufügen</translation>
    </message>
    <message>
        <source>Change repeats</source>
        <translation>Wiederholungen ändern</translation>
    </message>
    <message>
        <source>Change the weights of sets</source>
        <translation>Gewichte von Mengen ändern</translation>
    </message>
    <message>
        <source>Change loss weights</source>
        <translation>Gewichte des Verlusts ändern</translation>
    </message>
</context>
<context>
    <name>errors</name>
    <message>
        <source>Start several: framewright-cli launch --nproc 8 -- bench links</source>
        <translation>Starten Sie mehrere: framewright-cli launch --nproc 8 -- bench links</translation>
    </message>
    <message>
        <source>Links are measured between processes, and this one is alone.</source>
        <translation>Verbindungen werden zwischen Prozessen gemessen, und dieser ist allein.</translation>
    </message>
    <message>
        <source>Ranks are counted from 0; 1024 are planned at most.</source>
        <translation>Ränge werden ab 0 gezählt; höchstens 1024 werden geplant.</translation>
    </message>
    <message>
        <source>There is no rank {rank} of {ranks}.</source>
        <translation>Einen Rang {rank} von {ranks} gibt es nicht.</translation>
    </message>
    <message>
        <source>Write NxCARD, such as 8xL40, or for several machines MACHINESxNxCARD, such as 2x8xH100; {most} cards at most.</source>
        <translation>Schreiben Sie ANZAHLxKARTE, etwa 8xL40, oder für mehrere Rechner RECHNERxANZAHLxKARTE, etwa 2x8xH100; höchstens {most} Karten.</translation>
    </message>
    <message>
        <source>“{cards}” names no cards.</source>
        <translation>„{cards}“ bezeichnet keine Karten.</translation>
    </message>
    <message>
        <source>Measure them: framewright-cli launch --nproc 8 -- bench links</source>
        <translation>Messen Sie sie: framewright-cli launch --nproc 8 -- bench links</translation>
    </message>
    <message>
        <source>{file} holds no measured links: {reason}</source>
        <translation>{file} enthält keine gemessenen Verbindungen: {reason}</translation>
    </message>
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
        <source>Check that the file exists and that you have permission to read it.</source>
        <translation>Prüfen, ob die Datei vorhanden ist und gelesen werden darf.</translation>
    </message>
    <message>
        <source>{file} is larger than {limit} bytes, which no file of its kind should be.</source>
        <translation>{file} ist größer als {limit} Bytes; so groß sollte keine Datei dieser Art sein.</translation>
    </message>
    <message>
        <source>It may be damaged, or not the right file.</source>
        <translation>Sie ist vielleicht beschädigt oder nicht die richtige Datei.</translation>
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
        <source>Check that you have permission to write to its folder and that its file system supports locks.</source>
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
        <source>{device} gives wrong results: a matrix product is off by {error} (relative).</source>
        <translation>{device} rechnet falsch: Ein Matrixprodukt weicht um {error} ab (relativ).</translation>
    </message>
    <message>
        <source>Update its driver; if that does not help, the device may be damaged or overclocked.</source>
        <translation>Den Treiber aktualisieren; hilft das nicht, ist das Gerät vielleicht defekt oder übertaktet.</translation>
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
        <source>This is a bug in Framewright: please report it with the log file.</source>
        <translation>Das ist ein Fehler in Framewright: bitte zusammen mit der Protokolldatei melden.</translation>
    </message>
    <message>
        <source>Program and engine are of different versions: update both.</source>
        <translation>Programm und Engine haben verschiedene Versionen: beide aktualisieren.</translation>
    </message>
    <message>
        <source>The engine {file} is missing.</source>
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
        <source>LibTorch is missing or damaged. Run installers/run.sh again to repair it.</source>
        <translation>LibTorch fehlt oder ist beschädigt. installers/run.sh erneut ausführen: Es repariert beides.</translation>
    </message>
    <message>
        <source>The part of the engine for NVIDIA cards cannot be opened: {reason}.</source>
        <translation>Der Teil der Engine für NVIDIA-Karten kann nicht geöffnet werden: {reason}.</translation>
    </message>
    <message>
        <source>LibTorch is damaged, or not the one that Framewright was built with. Install it again.</source>
        <translation>LibTorch ist beschädigt oder nicht das, mit dem Framewright gebaut wurde. LibTorch erneut installieren.</translation>
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
        <source>The computer is out of memory.</source>
        <translation>Dem Rechner ging der Arbeitsspeicher aus.</translation>
    </message>
    <message>
        <source>Close other programs, or choose smaller sizes.</source>
        <translation>Andere Programme schließen oder kleinere Größen wählen.</translation>
    </message>
    <message>
        <source>The job failed with an unexpected error: {what}.</source>
        <translation>Der Auftrag ist an einem unerwarteten Fehler gescheitert: {what}.</translation>
    </message>
    <message>
        <source>Check that its drive is connected and that you have permission to use the file and its folder.</source>
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
        <source>Job {job} does not exist.</source>
        <translation>Es gibt keinen Auftrag {job}.</translation>
    </message>
    <message>
        <source>Job {job} is {state}: “{verb}” cannot be done now.</source>
        <translation>Der Auftrag {job} hat den Zustand {state}: „{verb}“ ist jetzt nicht möglich.</translation>
    </message>
    <message>
        <source>Jobs of kind “{kind}” do not support “{verb}”.</source>
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
        <source>{file}: {count} {count:byte|bytes} of data after tensor {tensor} {count:belongs|belong} to no tensor.</source>
        <translation>{file}: {count} {count:Byte|Bytes} an Daten nach Tensor {tensor} {count:gehört|gehören} zu keinem Tensor.</translation>
    </message>
    <message>
        <source>{folder} holds no safetensors weights.</source>
        <translation>{folder} enthält keine safetensors-Gewichte.</translation>
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
        <source>{file} lists {count} {count:tensor|tensors} that its files do not contain: {missing}.</source>
        <translation>{file} nennt {count} {count:Tensor, den|Tensoren, die} ihre Dateien nicht enthalten: {missing}.</translation>
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
        <source>This computer has no device “{device}”.</source>
        <translation>Hier gibt es kein Gerät „{device}“.</translation>
    </message>
    <message>
        <source>Available devices: {devices}.</source>
        <translation>Vorhandene Geräte: {devices}.</translation>
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
        <source>{tensor} contains {count} {count:value that is|values that are} not finite.</source>
        <translation>{tensor} enthält {count} {count:Wert, der keine endliche Zahl ist|Werte, die keine endlichen Zahlen sind}.</translation>
    </message>
    <message>
        <source>The file is unusable. Go back to an older checkpoint and lower the learning rate.</source>
        <translation>Die Datei ist unbrauchbar. Zu einem älteren Checkpoint zurückgehen und die Lernrate senken.</translation>
    </message>
    <message>
        <source>{tensor} is all zeros.</source>
        <translation>{tensor} ist überall null.</translation>
    </message>
    <message>
        <source>It has not been trained. Check the learning rate, its warm-up and the adapted modules.</source>
        <translation>Der Tensor ist nicht trainiert: Lernrate, Warm-up und angepasste Module prüfen.</translation>
    </message>
    <message>
        <source>{tensor} is {ratio} times as large as tensors of its kind are (root mean square {rms}).</source>
        <translation>{tensor} ist {ratio}-mal so groß wie andere Tensoren dieser Art (quadratisches Mittel {rms}).</translation>
    </message>
    <message>
        <source>The run may be diverging. Check the clips before you continue.</source>
        <translation>Der Lauf divergiert dort möglicherweise. Vor dem Weitermachen die Clips ansehen.</translation>
    </message>
    <message>
        <source>{file} is not a LoRA for this model: {problems}.</source>
        <translation>{file} ist kein LoRA dieses Modells: {problems}.</translation>
    </message>
    <message>
        <source>{folder} already exists.</source>
        <translation>{folder} ist schon vorhanden.</translation>
    </message>
    <message>
        <source>Choose a new folder.</source>
        <translation>Einen neuen Ordner wählen.</translation>
    </message>
    <message>
        <source>&quot;{pattern}&quot; is not a regular expression: {reason}.</source>
        <translation>„{pattern}“ ist kein regulärer Ausdruck: {reason}.</translation>
    </message>
    <message>
        <source>Give the end of a module&apos;s name, such as to_q, or correct the expression.</source>
        <translation>Das Ende eines Modulnamens angeben, etwa to_q, oder den Ausdruck berichtigen.</translation>
    </message>
    <message>
        <source>No module of this model matches {patterns}.</source>
        <translation>Auf {patterns} passt kein Modul dieses Modells.</translation>
    </message>
    <message>
        <source>Its linear layers have names like these: {examples}.</source>
        <translation>Seine linearen Schichten heißen etwa so: {examples}.</translation>
    </message>
    <message>
        <source>No bucket has been chosen.</source>
        <translation>Es ist kein Bucket gewählt.</translation>
    </message>
    <message>
        <source>Give buckets as FxHxW, or have them suggested.</source>
        <translation>Buckets als FxHxW angeben oder vorschlagen lassen.</translation>
    </message>
    <message>
        <source>Clip {clip} has {frames} {frames:frame|frames}, but the shortest bucket needs {needed}.</source>
        <translation>Clip {clip} hat {frames} {frames:Frame|Frames}, der kürzeste Bucket braucht {needed}.</translation>
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
        <source>Clip {clip} has {frames} {frames:frame|frames} and cannot fill the bucket {bucket} chosen for it.</source>
        <translation>Clip {clip} hat {frames} {frames:Frame|Frames} und kann den für ihn gewählten Bucket {bucket} nicht füllen.</translation>
    </message>
    <message>
        <source>Choose another bucket for it, or none.</source>
        <translation>Einen anderen Bucket für ihn wählen oder keinen.</translation>
    </message>
    <message>
        <source>{clips} of {all} clips {clips:fits|fit} no bucket and will not be used for training.</source>
        <translation>{clips} von {all} Clips {clips:passt in keinen Bucket und wird|passen in keinen Bucket und werden} nicht trainiert.</translation>
    </message>
    <message>
        <source>Add a bucket with fewer frames, or remove the clips.</source>
        <translation>Einen Bucket mit weniger Frames hinzufügen oder die Clips entfernen.</translation>
    </message>
    <message>
        <source>The bucket {bucket} has {samples} {samples:sample|samples}, fewer than a batch of {batch}.</source>
        <translation>Der Bucket {bucket} hat {samples} {samples:Sample|Samples}, weniger als ein Batch von {batch}.</translation>
    </message>
    <message>
        <source>Its samples are trained in smaller batches. Remove the bucket, add clips, or lower the batch size.</source>
        <translation>Seine Samples kommen in kleineren Batches vor: den Bucket entfernen, Clips hinzufügen oder die Batchgröße senken.</translation>
    </message>
    <message>
        <source>{clips} {clips:clip is smaller than its bucket|clips are smaller than their bucket} and will be enlarged, up to {scale} times.</source>
        <translation>{clips} {clips:Clip ist kleiner als sein Bucket und wird|Clips sind kleiner als ihr Bucket und werden} vergrößert, bis auf das {scale}-Fache.</translation>
    </message>
    <message>
        <source>Add a smaller bucket or remove the clips: the model would learn the blur, too.</source>
        <translation>Einen kleineren Bucket hinzufügen oder die Clips entfernen: Ein Modell lernt auch die Unschärfe.</translation>
    </message>
    <message>
        <source>{clips} {clips:clip loses|clips lose} more than {limit}% of {clips:its|their} picture; clip {clip} loses the most, {share}%.</source>
        <translation>{clips} {clips:Clip verliert|Clips verlieren} mehr als {limit}&#xa0;% {clips:seines|ihres} Bildes, am meisten Clip {clip} mit {share}&#xa0;%.</translation>
    </message>
    <message>
        <source>Add a bucket closer to their aspect ratio, or crop them yourself.</source>
        <translation>Einen Bucket mit ähnlicherem Seitenverhältnis hinzufügen oder die Clips von Hand beschneiden.</translation>
    </message>
    <message>
        <source>The clips run at {lowest} to {highest} fps and are not resampled, so motion would differ in speed.</source>
        <translation>Die Clips haben {lowest} bis {highest} Frames pro Sekunde und werden nicht auf eine gemeinsame Bildrate gebracht; Bewegungen wären daher unterschiedlich schnell.</translation>
    </message>
    <message>
        <source>Set a frame rate to resample all clips to.</source>
        <translation>Eine Bildrate festlegen, auf die alle Clips umgerechnet werden.</translation>
    </message>
    <message>
        <source>{clips} {clips:clip runs|clips run} at less than {fps} fps (clip {clip}: {lowest}): frames would be repeated and motion would stutter.</source>
        <translation>{clips} {clips:Clip hat|Clips haben} weniger als {fps} Frames pro Sekunde (Clip {clip}: {lowest}): Frames würden wiederholt und Bewegungen ruckeln.</translation>
    </message>
    <message>
        <source>Remove these clips, or train at a lower frame rate.</source>
        <translation>Diese Clips entfernen oder mit einer niedrigeren Bildrate trainieren.</translation>
    </message>
    <message>
        <source>{model} accepts heights and widths that are multiples of {multiple}, and {counts} frames. It was trained on {trained} frames, at {fps} fps and up to {height}x{width}.</source>
        <translation>{model} nimmt Höhen und Breiten in Vielfachen von {multiple} und {counts} Frames. Trainiert wurde es mit {trained} Frames, bei {fps} Frames pro Sekunde und bis zu {height}x{width}.</translation>
    </message>
    <message>
        <source>{model} accepts only {height}x{width}, the size that it learned its position embeddings for, and {counts} frames. It was trained on {trained} frames, at {fps} fps.</source>
        <translation>{model} nimmt nur {height}x{width}, die Größe, für die es seine Positions-Embeddings gelernt hat, und {counts} Frames. Trainiert wurde es mit {trained} Frames, bei {fps} Frames pro Sekunde.</translation>
    </message>
    <message>
        <source>A sample may have {megapixels} million pixels (frames x height x width).</source>
        <translation>Ein Sample darf {megapixels} Millionen Pixel haben (Frames x Höhe x Breite).</translation>
    </message>
    <message>
        <source>{vram} of device memory should allow about {megapixels} million pixels (frames x height x width) per sample at a batch size of {batch}.</source>
        <translation>{vram} Gerätespeicher dürften bei einer Batchgröße von {batch} für etwa {megapixels} Millionen Pixel (Frames x Höhe x Breite) je Sample reichen.</translation>
    </message>
    <message>
        <source>{buckets}: {clips} of {all} clips {clips:fits|fit} a bucket and {clips:keeps|keep} {picture}% of the picture and {frames}% of the frames.</source>
        <translation>{buckets}: {clips} von {all} Clips {clips:findet einen Bucket und behält|finden einen Bucket und behalten} {picture}&#xa0;% des Bildes und {frames}&#xa0;% der Frames.</translation>
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
        <source>Bucket {bucket}: {model} needs heights and widths that are multiples of {multiple}.</source>
        <translation>Der Bucket {bucket}: {model} nimmt Höhen und Breiten in Vielfachen von {multiple}.</translation>
    </message>
    <message>
        <source>The nearest is {nearest}.</source>
        <translation>Am nächsten liegt {nearest}.</translation>
    </message>
    <message>
        <source>Bucket {bucket}: {model} only supports {nearest}.</source>
        <translation>Der Bucket {bucket}: {model} nimmt nur {nearest}.</translation>
    </message>
    <message>
        <source>Its position embeddings were learned for this size only.</source>
        <translation>Die Positions-Embeddings des Modells wurden allein für diese Größe gelernt.</translation>
    </message>
    <message>
        <source>Bucket {bucket}: {model} needs {counts} frames.</source>
        <translation>Der Bucket {bucket}: {model} nimmt {counts} Frames.</translation>
    </message>
    <message>
        <source>Bucket {bucket}: {model} was trained on {trained} frames.</source>
        <translation>Der Bucket {bucket}: {model} wurde mit {trained} Frames trainiert.</translation>
    </message>
    <message>
        <source>It works, but the model was trained on {nearest}.</source>
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
        <source>{flag} is missing: frames, heights and widths are needed together to make buckets.</source>
        <translation>{flag} fehlt: Frames, Höhen und Breiten ergeben nur zusammen Buckets.</translation>
    </message>
    <message>
        <source>Give all three lists, or only video_resolution_buckets.</source>
        <translation>Alle drei Listen angeben oder nur video_resolution_buckets.</translation>
    </message>
    <message>
        <source>{file} is missing.</source>
        <translation>{file} fehlt.</translation>
    </message>
    <message>
        <source>Give a model folder in diffusers layout: it contains model_index.json, transformer, vae, text_encoder, tokenizer and scheduler.</source>
        <translation>Einen Modellordner im diffusers-Layout angeben: Er enthält model_index.json, transformer, vae, text_encoder, tokenizer und scheduler.</translation>
    </message>
    <message>
        <source>{file} is not a model&apos;s configuration: {reason}.</source>
        <translation>{file} ist keine Modellkonfiguration: {reason}.</translation>
    </message>
    <message>
        <source>{folder} contains a {class}, which is not supported.</source>
        <translation>{folder} enthält ein Modell der Klasse {class}, das nicht unterstützt wird.</translation>
    </message>
    <message>
        <source>{model} needs heights and widths that are multiples of {multiple}, not {height}x{width}.</source>
        <translation>{model} generiert Clips mit Höhen und Breiten in Vielfachen von {multiple}, nicht {height}x{width}.</translation>
    </message>
    <message>
        <source>The nearest heights are: {heights}. The nearest widths are: {widths}.</source>
        <translation>Die nächstliegenden Höhen sind: {heights}. Die nächstliegenden Breiten sind: {widths}.</translation>
    </message>
    <message>
        <source>{model} only makes clips of {nearest} (height x width), not {height}x{width}.</source>
        <translation>{model} generiert nur Clips der Größe {nearest} (Höhe x Breite), nicht {height}x{width}.</translation>
    </message>
    <message>
        <source>{model} makes clips of {counts} frames, not {frames}.</source>
        <translation>{model} generiert Clips mit {counts} Frames, nicht {frames}.</translation>
    </message>
    <message>
        <source>The nearest values are {nearest}.</source>
        <translation>Am nächsten liegen: {nearest}.</translation>
    </message>
    <message>
        <source>{size} (frames x height x width) is not a valid clip size.</source>
        <translation>{size} (Frames x Höhe x Breite) ist keine gültige Clipgröße.</translation>
    </message>
    <message>
        <source>Each number must be from 1 to {limit}.</source>
        <translation>Jede Zahl muss zwischen 1 und {limit} liegen.</translation>
    </message>
    <message>
        <source>--{flag} {value}: no setting has this name.</source>
        <translation>--{flag} {value}: Keine Einstellung hat diesen Namen.</translation>
    </message>
    <message>
        <source>Look it up by its purpose in the settings reference.</source>
        <translation>Suchen Sie in der Referenz der Einstellungen nach dem Zweck.</translation>
    </message>
    <message>
        <source>--{flag} {value}: not a valid value for {key}.</source>
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
        <source>Metrics are kept in the project, as TensorBoard files and as CSV.</source>
        <translation>Kurven werden im Projekt, als TensorBoard-Dateien und als CSV aufbewahrt.</translation>
    </message>
    <message>
        <source>Framewright needs no setting for it.</source>
        <translation>Dafür muss hier nichts eingestellt werden.</translation>
    </message>
    <message>
        <source>It applies to models that this version does not train.</source>
        <translation>Das gehört zu Modellen, die diese Version nicht trainiert.</translation>
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
        <source>The model is a folder on disk. Choose its version when you download it.</source>
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
        <source>{file}:{line}:{column}: {reason}.</source>
        <translation>{file}:{line}:{column}: {reason}.</translation>
    </message>
    <message>
        <source>Run files are TOML: key = value, text in quotes.</source>
        <translation>Laufdateien sind TOML: Schlüssel = Wert, Texte in Anführungszeichen.</translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: unknown setting {key}.</source>
        <translation>{file}:{line}:{column}: unbekannte Einstellung {key}.</translation>
    </message>
    <message>
        <source>The settings reference lists all settings.</source>
        <translation>Die Referenzseite der Einstellungen führt alle auf.</translation>
    </message>
    <message>
        <source>Did you mean {nearest}?</source>
        <translation>War {nearest} gemeint?</translation>
    </message>
    <message>
        <source>For example: {example}</source>
        <translation>Zum Beispiel: {example}</translation>
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
        <source>{file}:{line}:{column}: {key}: &quot;{value}&quot; is not a {wanted}.</source>
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
        <source>{file}: the run has no end.</source>
        <translation>{file}: Der Lauf hat kein Ende.</translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: {key} does nothing in this run.</source>
        <translation>{file}:{line}:{column}: {key} bewirkt in diesem Lauf nichts.</translation>
    </message>
    <message>
        <source>It is only used when {condition}.</source>
        <translation>Sie wird nur benutzt, wenn {condition}.</translation>
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
        <source>{text} is not a run: it contains no run.toml.</source>
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
        <source>Check the permissions and free space of the folder in run.output_dir.</source>
        <translation>Berechtigungen und Speicherplatz des Ordners in run.output_dir prüfen.</translation>
    </message>
    <message>
        <source>The folder of {file} does not exist.</source>
        <translation>Der Ordner für {file} ist nicht vorhanden.</translation>
    </message>
    <message>
        <source>Create it first, or choose another place for the clip.</source>
        <translation>Den Ordner vorher anlegen oder einen anderen Ort für den Clip wählen.</translation>
    </message>
    <message>
        <source>{file} is not a valid name for a clip.</source>
        <translation>{file} ist kein Name für einen Clip.</translation>
    </message>
    <message>
        <source>Use .mp4, .gif or .webp, or no extension for a folder of PNG images.</source>
        <translation>.mp4, .gif oder .webp benutzen oder keine Endung für einen Ordner mit PNG-Bildern.</translation>
    </message>
    <message>
        <source>This clip cannot be generated: {problems}</source>
        <translation>Dieser Clip kann nicht generiert werden: {problems}</translation>
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
        <source>“{value}” is not a valid value for {key}.</source>
        <translation>„{value}“ ist kein Wert für {key}.</translation>
    </message>
    <message>
        <source>Choose one of: {choices}.</source>
        <translation>Einen dieser Werte wählen: {choices}.</translation>
    </message>
    <message>
        <source>The log lists them. Fix or remove these clips, then run precompute again.</source>
        <translation>Das Protokoll nennt jedes einzelne. Diese Clips reparieren oder entfernen und precompute erneut ausführen.</translation>
    </message>
    <message>
        <source>training.task is {task}, but {model} only does {tasks}.</source>
        <translation>training.task ist {task}, aber {model} kann nur {tasks}.</translation>
    </message>
    <message>
        <source>Set it to {tasks} or leave it out, or choose another model folder.</source>
        <translation>Auf {tasks} setzen, weglassen oder einen anderen Modellordner wählen.</translation>
    </message>
    <message>
        <source>The {part} of {model} is missing: {folder} is its transformer alone, and no folder beside it has a {known} of the class {class}.</source>
        <translation>{part} von {model} fehlt: {folder} ist der Transformer allein, und kein Ordner daneben enthält {known} der Klasse {class}.</translation>
    </message>
    <message>
        <source>Download it into a folder beside the transformer&apos;s, or name its place in [model.parts].</source>
        <translation>In einen Ordner neben dem des Transformers herunterladen oder den Ort unter [model.parts] angeben.</translation>
    </message>
    <message>
        <source>The picture cannot be cropped or resized like this: {reason}.</source>
        <translation>Ein Bild kann so weder beschnitten noch skaliert werden: {reason}.</translation>
    </message>
    <message>
        <source>Correct the crop or the size.</source>
        <translation>Den Beschnitt oder die Größe korrigieren.</translation>
    </message>
    <message>
        <source>Check that it exists and that you have permission to read it.</source>
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
        <source>{file} is truncated or was never finished: the index at its end is missing ({reason}).</source>
        <translation>{file} ist abgeschnitten oder wurde nie fertiggestellt: Der Index am Ende fehlt ({reason}).</translation>
    </message>
    <message>
        <source>Copy or download it again. If it is a recording, the program that made it may be able to repair it.</source>
        <translation>Erneut kopieren oder herunterladen; eine Aufnahme lässt sich vielleicht mit dem Programm reparieren, das sie erstellt hat.</translation>
    </message>
    <message>
        <source>{file} is an animated WebP, which cannot be decoded.</source>
        <translation>{file} ist ein animiertes WebP und kann nicht dekodiert werden.</translation>
    </message>
    <message>
        <source>Convert it to MP4 or to a folder of PNG images first.</source>
        <translation>Zuerst in MP4 oder in einen Ordner mit PNG-Bildern umwandeln.</translation>
    </message>
    <message>
        <source>{file} contains no video, only {tracks}.</source>
        <translation>{file} enthält kein Video, nur {tracks}.</translation>
    </message>
    <message>
        <source>Remove it from the list of clips.</source>
        <translation>Aus der Liste der Clips entfernen.</translation>
    </message>
    <message>
        <source>{file} is encoded as {codec}, for which no decoder is available.</source>
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
        <source>{file} is damaged at {second} s: frame {frame} can only be decoded in part.</source>
        <translation>{file} ist bei {second} s beschädigt: Frame {frame} wird nur teilweise dekodiert.</translation>
    </message>
    <message>
        <source>Copy the file again, or cut the clip before that second.</source>
        <translation>Die Datei erneut kopieren oder den Clip vor dieser Sekunde enden lassen.</translation>
    </message>
    <message>
        <source>Frame {frame} of {file} was requested, but it has only {frames} {frames:frame|frames}, counted from 0.</source>
        <translation>Frame {frame} von {file} wurde angefordert, die Datei hat aber nur {frames} {frames:Frame|Frames}, gezählt ab 0.</translation>
    </message>
    <message>
        <source>Choose a frame below {frames}.</source>
        <translation>Eine Framenummer unter {frames} wählen.</translation>
    </message>
    <message>
        <source>The sample cannot be read from {file}: {reason}.</source>
        <translation>{file} kann das Sample nicht liefern: {reason}.</translation>
    </message>
    <message>
        <source>Correct the clip&apos;s in and out points, crop or size.</source>
        <translation>Anfang und Ende, Beschnitt oder Größe des Clips korrigieren.</translation>
    </message>
    <message>
        <source>{file} has {available} {available:frame|frames} at {fps} fps, but the sample needs {needed}.</source>
        <translation>{file} liefert bei {fps} fps {available} {available:Frame|Frames}, das Sample braucht {needed}.</translation>
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
        <source>{file} cannot be created: {reason}.</source>
        <translation>{file} kann nicht erzeugt werden: {reason}.</translation>
    </message>
    <message>
        <source>Change the size, the rate or the format.</source>
        <translation>Größe, Bildrate oder Format ändern.</translation>
    </message>
    <message>
        <source>{file} is truncated: it has {frames} {frames:frame|frames}, up to {second} s.</source>
        <translation>{file} ist abgeschnitten: Die Datei liefert {frames} {frames:Frame|Frames}, bis {second} s.</translation>
    </message>
    <message>
        <source>Copy or download it again, or use what is there.</source>
        <translation>Erneut kopieren oder herunterladen oder das Vorhandene benutzen.</translation>
    </message>
    <message>
        <source>{file} is damaged in {places} {places:place|places}, the first at {second} s: {reason}.</source>
        <translation>{file} ist an {places} {places:Stelle|Stellen} beschädigt, zuerst bei {second} s: {reason}.</translation>
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
        <source>Choose frames, height and width that the model supports.</source>
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
        <source>Create the cases again with make_cases.py.</source>
        <translation>Die Fälle mit make_cases.py neu erzeugen.</translation>
    </message>
    <message>
        <source>The case {file} lacks the parameter {name}.</source>
        <translation>Dem Fall {file} fehlt der Parameter {name}.</translation>
    </message>
    <message>
        <source>{file} needs {component} of the family “{family}”, which this version does not know.</source>
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
        <source>The cache entry {file} is missing.</source>
        <translation>Der Eintrag {file} des Caches ist nicht vorhanden.</translation>
    </message>
    <message>
        <source>The cache entry {file} is damaged: {reason}.</source>
        <translation>Der Eintrag {file} des Caches ist beschädigt: {reason}.</translation>
    </message>
    <message>
        <source>The cache folder {folder} cannot be created: {reason}.</source>
        <translation>Der Ordner {folder} für den Cache kann nicht angelegt werden: {reason}.</translation>
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
        <source>Give a model folder in diffusers layout.</source>
        <translation>Einen Modellordner im diffusers-Layout angeben.</translation>
    </message>
    <message>
        <source>{file} describes a “{class}”, which is not supported.</source>
        <translation>{file} beschreibt „{class}“, was nicht unterstützt wird.</translation>
    </message>
    <message>
        <source>Supported: {known}.</source>
        <translation>Unterstützt werden: {known}.</translation>
    </message>
    <message>
        <source>{file} is not a list of parameters: {reason}.</source>
        <translation>{file} ist keine Liste von Parametern: {reason}.</translation>
    </message>
    <message>
        <source>It must contain “parameters”: names and their shapes.</source>
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
        <source>{component}: {tensor} is {found}, expected {wanted}.</source>
        <translation>{component}: {tensor} ist {found} statt {wanted}.</translation>
    </message>
    <message>
        <source>{component}: the model has {found} parameters, expected {wanted}.</source>
        <translation>{component}: Das Modell hat {found} statt {wanted} Parameter.</translation>
    </message>
    <message>
        <source>The cache {folder} needs {needed} more, but its disk has only {free} free.</source>
        <translation>Der Cache {folder} braucht noch {needed}, auf seinem Datenträger sind aber nur {free} frei.</translation>
    </message>
    <message>
        <source>Free some space, or choose a cache folder on another disk.</source>
        <translation>Speicherplatz freigeben oder für den Cache einen Ordner auf einem anderen Datenträger wählen.</translation>
    </message>
    <message>
        <source>{model} generates clips from a first image, but none was given.</source>
        <translation>{model} generiert Clips aus einem ersten Bild, es ist aber keines angegeben.</translation>
    </message>
    <message>
        <source>Give an image, or choose a text-to-video model.</source>
        <translation>Ein Bild angeben oder ein Text-zu-Video-Modell wählen.</translation>
    </message>
    <message>
        <source>{model} generates clips from text alone and cannot use an image.</source>
        <translation>{model} generiert Clips allein aus Text und kann kein Bild verwenden.</translation>
    </message>
    <message>
        <source>Remove the image, or choose an image-to-video model.</source>
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
        <source>{sources} {sources:source has|sources have} been moved or deleted, the first is {file}.</source>
        <translation>{sources} {sources:Quelle wurde|Quellen wurden} verschoben oder gelöscht, zuerst {file}.</translation>
    </message>
    <message>
        <source>Relink them by giving the folder that they were moved to.</source>
        <translation>Die Quellen neu zuordnen: den Ordner angeben, in den sie verschoben wurden.</translation>
    </message>
    <message>
        <source>{clips} of {all} clips {clips:has|have} no caption.</source>
        <translation>{clips} von {all} Clips {clips:hat|haben} keine Beschreibung.</translation>
    </message>
    <message>
        <source>Write captions, or have a captioner write them.</source>
        <translation>Beschreibungen schreiben oder von einem Beschreibungsprogramm generieren lassen.</translation>
    </message>
    <message>
        <source>{clips} {clips:caption is|captions are} longer than a text encoder of {model} reads; the rest is ignored.</source>
        <translation>{clips} {clips:Beschreibung ist|Beschreibungen sind} länger, als ein Text-Encoder von {model} liest; der Rest wird nicht beachtet.</translation>
    </message>
    <message>
        <source>Shorten them.</source>
        <translation>Die Beschreibungen kürzen.</translation>
    </message>
    <message>
        <source>{clips} {clips:clip comes|clips come} from damaged or truncated files.</source>
        <translation>{clips} {clips:Clip stammt|Clips stammen} aus beschädigten oder abgeschnittenen Dateien.</translation>
    </message>
    <message>
        <source>Find them with the filter is:damaged.</source>
        <translation>Der Filter is:damaged zeigt sie an.</translation>
    </message>
    <message>
        <source>Clip {clip} cannot run from frame {in} to {out}: {file} has only {frames} {frames:frame|frames}.</source>
        <translation>Clip {clip} kann nicht von Frame {in} bis {out} gehen: {file} hat nur {frames} {frames:Frame|Frames}.</translation>
    </message>
    <message>
        <source>Choose frames from 0 to {frames}, with the end after the beginning.</source>
        <translation>Frames von 0 bis {frames} wählen, das Ende nach dem Anfang.</translation>
    </message>
    <message>
        <source>The crop {crop} does not fit within the picture of clip {clip}, which is {size}.</source>
        <translation>Der Beschnitt {crop} ragt über das Bild von Clip {clip} hinaus, das {size} groß ist.</translation>
    </message>
    <message>
        <source>Choose a crop inside the picture.</source>
        <translation>Einen Beschnitt innerhalb des Bildes wählen.</translation>
    </message>
    <message>
        <source>The filter term &quot;{term}&quot; uses an unknown field, {field}.</source>
        <translation>Der Filterausdruck „{term}“ nennt ein unbekanntes Feld, {field}.</translation>
    </message>
    <message>
        <source>The fields are {fields}.</source>
        <translation>Die Felder sind {fields}.</translation>
    </message>
    <message>
        <source>The filter term &quot;{term}&quot; has an unknown value.</source>
        <translation>Der Filterausdruck „{term}“ hat einen unbekannten Wert.</translation>
    </message>
    <message>
        <source>Possible values are {values}.</source>
        <translation>Möglich sind {values}.</translation>
    </message>
    <message>
        <source>The filter term &quot;{term}&quot; needs a number to compare with.</source>
        <translation>Der Filterausdruck „{term}“ vergleicht mit etwas, das keine Zahl ist.</translation>
    </message>
    <message>
        <source>For example: width&gt;=720.</source>
        <translation>Zum Beispiel: width&gt;=720.</translation>
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
        <source>Export cut clips, or choose a CSV or JSONL layout.</source>
        <translation>Die Clips als geschnittene Dateien exportieren oder ein CSV- oder JSONL-Layout wählen.</translation>
    </message>
    <message>
        <source>The caption of clip {clip} has several lines, which will be joined into one.</source>
        <translation>Die Beschreibung von Clip {clip} hat mehrere Zeilen, die zu einer werden.</translation>
    </message>
    <message>
        <source>Choose sidecars, CSV or JSONL to keep them.</source>
        <translation>Begleitdateien (sidecars), CSV oder JSONL wählen, um die Zeilen zu erhalten.</translation>
    </message>
    <message>
        <source>Relink the project&apos;s sources.</source>
        <translation>Die Quellen des Projekts neu zuordnen.</translation>
    </message>
    <message>
        <source>{file} has {frames} {frames:frame|frames}, but at least {needed} are required.</source>
        <translation>{file} hat {frames} {frames:Frame|Frames}, verlangt sind aber mindestens {needed}.</translation>
    </message>
    <message>
        <source>Leave it out, or require fewer.</source>
        <translation>Die Datei auslassen oder weniger verlangen.</translation>
    </message>
    <message>
        <source>{file} is a copy of {other}.</source>
        <translation>{file} ist eine Kopie von {other}.</translation>
    </message>
    <message>
        <source>Nothing to do: one is kept.</source>
        <translation>Nichts zu tun: Eine davon bleibt.</translation>
    </message>
    <message>
        <source>Frames {in} to {out} of {file} were requested, but it has only {frames}.</source>
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
        <source>The line does not name a file.</source>
        <translation>Die Zeile nennt keine Datei.</translation>
    </message>
    <message>
        <source>Remove the line here and its caption in the other list.</source>
        <translation>Die Zeile hier und ihre Beschreibung in der anderen Liste entfernen.</translation>
    </message>
    <message>
        <source>{list} does not name any clips.</source>
        <translation>{list} nennt keine Clips.</translation>
    </message>
    <message>
        <source>Delete it, or choose another layout, to import the videos in its folder.</source>
        <translation>Die Datei löschen oder ein anderes Layout wählen, um die Videos in ihrem Ordner zu importieren.</translation>
    </message>
    <message>
        <source>{list} has {lines} {lines:line|lines}, but {other} has {others}: this line has no counterpart.</source>
        <translation>{list} hat {lines} {lines:Zeile|Zeilen}, {other} hat {others}: Zu dieser Zeile gibt es kein Gegenstück.</translation>
    </message>
    <message>
        <source>Check that the lines before it still belong together.</source>
        <translation>Prüfen, ob die Zeilen davor noch zusammengehören.</translation>
    </message>
    <message>
        <source>{folder} does not contain {list}.</source>
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
        <source>{list} has no column for {what}; its columns are {columns}.</source>
        <translation>{list} hat keine Spalte für {what}, nur {columns}.</translation>
    </message>
    <message>
        <source>Name the column.</source>
        <translation>Die Spalte angeben.</translation>
    </message>
    <message>
        <source>{folder} already contains a project.</source>
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
        <source>Choose the folder that contains {name}, or create a project there.</source>
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
        <source>{file} was written by an older version (schema {found} of {known}) and cannot be updated here.</source>
        <translation>{file} wurde von einer älteren Version geschrieben (Schema {found} von {known}) und kann hier nicht geändert werden.</translation>
    </message>
    <message>
        <source>Open it once where its folder is writable, or copy the folder.</source>
        <translation>Einmal dort öffnen, wo in den Ordner geschrieben werden darf, oder den Ordner kopieren.</translation>
    </message>
    <message>
        <source>{file} is not a project database, or it is damaged: {reason}.</source>
        <translation>{file} ist keine Projektdatenbank oder ist beschädigt: {reason}.</translation>
    </message>
    <message>
        <source>Restore it from a backup. The runs do not depend on it: a new project in the same folder finds them by reindexing.</source>
        <translation>Die Datenbank aus einer Kopie wiederherstellen. Die Läufe sind auch ohne sie vollständig: Ein neues Projekt im selben Ordner findet sie wieder, wenn es die Läufe neu erfasst.</translation>
    </message>
    <message>
        <source>{file} could not be used: {reason}.</source>
        <translation>{file} konnte nicht benutzt werden: {reason}.</translation>
    </message>
    <message>
        <source>Check the free space and the permissions of its folder. The last change was not saved.</source>
        <translation>Freien Speicherplatz und Berechtigungen des Ordners prüfen. Von der letzten Änderung wurde nichts übernommen.</translation>
    </message>
    <message>
        <source>{folder} is open elsewhere ({holder}), so it is read-only here.</source>
        <translation>{folder} ist anderswo geöffnet ({holder}) und kann hier daher nur gelesen werden.</translation>
    </message>
    <message>
        <source>To make changes, close it there and open it here again.</source>
        <translation>Dort schließen und erneut öffnen, um Änderungen vorzunehmen.</translation>
    </message>
    <message>
        <source>{folder} is not writable, so the project is read-only.</source>
        <translation>In {folder} darf nicht geschrieben werden; das Projekt kann daher nur gelesen werden.</translation>
    </message>
    <message>
        <source>Change the permissions of the folder, or copy it.</source>
        <translation>Die Berechtigungen des Ordners ändern oder ihn kopieren.</translation>
    </message>
    <message>
        <source>The project {folder} is open read-only.</source>
        <translation>Das Projekt {folder} ist nur zum Lesen geöffnet.</translation>
    </message>
    <message>
        <source>Close it where it is open for writing, then open it again.</source>
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
        <source>The regular expression &quot;{pattern}&quot; has an error at character {place}: {reason}.</source>
        <translation>Der reguläre Ausdruck „{pattern}“ hat beim Zeichen {place} einen Fehler: {reason}.</translation>
    </message>
    <message>
        <source>A backslash before . * + ? ( ) [ ] {brace} ^ $ | matches it literally.</source>
        <translation>Ein Backslash vor . * + ? ( ) [ ] {brace} ^ $ | steht für das Zeichen selbst.</translation>
    </message>
    <message>
        <source>The replacement &quot;{replacement}&quot; cannot be used: {reason}.</source>
        <translation>Die Ersetzung „{replacement}“ kann nicht verwendet werden: {reason}.</translation>
    </message>
    <message>
        <source>$1 or $name stands for a group of the expression, $$ for a dollar sign.</source>
        <translation>$1 oder $name steht für eine Gruppe des Ausdrucks, $$ für ein Dollarzeichen.</translation>
    </message>
    <message>
        <source>The regular expression &quot;{pattern}&quot; takes too long on a caption of {length} characters.</source>
        <translation>Der reguläre Ausdruck „{pattern}“ braucht bei einer Beschreibung von {length} Zeichen zu lange.</translation>
    </message>
    <message>
        <source>Simplify it: the usual cause is nested repetition such as (a+)+.</source>
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
        <source>There is no scheduler called {name}.</source>
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
        <source>{folder} does not contain a tokenizer: spiece.model, tokenizer.json, or vocab.json and merges.txt.</source>
        <translation>{folder} enthält keinen Tokenizer: spiece.model, tokenizer.json oder vocab.json und merges.txt.</translation>
    </message>
    <message>
        <source>Download the model&apos;s tokenizer folder.</source>
        <translation>Den Tokenizer-Ordner des Modells herunterladen.</translation>
    </message>
    <message>
        <source>{file} is not a tokenizer that can be used: {reason}.</source>
        <translation>{file} ist kein Tokenizer, der sich verwenden lässt: {reason}.</translation>
    </message>
    <message>
        <source>Download the file again; a pointer file of Git LFS is not enough.</source>
        <translation>Die Datei erneut herunterladen; eine Zeigerdatei von Git LFS genügt nicht.</translation>
    </message>
    <message>
        <source>This build cannot tokenize prompts, because it was built without the SentencePiece library.</source>
        <translation>Diese Version kann Prompts nicht in Token zerlegen: Sie wurde ohne die Bibliothek SentencePiece gebaut.</translation>
    </message>
    <message>
        <source>Install libsentencepiece-dev and build again, or give encoded prompts.</source>
        <translation>libsentencepiece-dev installieren und neu bauen oder kodierte Prompts angeben.</translation>
    </message>
    <message>
        <source>The cached {kind} of sample {sample} cannot be used: {reason}.</source>
        <translation>Der Eintrag „{kind}“ des Samples {sample} im Cache kann nicht verwendet werden: {reason}.</translation>
    </message>
    <message>
        <source>There are no samples left to train on: the dataset has {total}, of which {in_buckets} are in the run&apos;s buckets and {held_out} are held out.</source>
        <translation>Für das Training bleibt kein Sample übrig: Der Datensatz hat {total}, davon {in_buckets} in den Buckets des Laufs, und {held_out} sind Validierungs-Samples.</translation>
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
        <source>The rank, modules and training type must be those of the file.</source>
        <translation>Rang, Module und Art des Trainings müssen dieselben sein wie in der Datei.</translation>
    </message>
    <message>
        <source>The result {folder} could not be written: {reason}.</source>
        <translation>Das Ergebnis {folder} konnte nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>A TensorBoard file cannot be written in {folder}.</source>
        <translation>In {folder} kann keine TensorBoard-Datei geschrieben werden.</translation>
    </message>
    <message>
        <source>Check the folder&apos;s permissions and space, or set metrics.tensorboard = false.</source>
        <translation>Berechtigungen und Speicherplatz des Ordners prüfen oder metrics.tensorboard = false setzen.</translation>
    </message>
    <message>
        <source>This run is already being trained by another program: {folder} is held by {holder}.</source>
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
        <source>It was frozen when the run started: undo the change.</source>
        <translation>Sie wurde zu Beginn des Laufs eingefroren; die Änderung rückgängig machen.</translation>
    </message>
    <message>
        <source>The loss or gradients were not finite for {count} {count:step|steps} in a row, up to step {step}.</source>
        <translation>Der Loss oder die Gradienten waren {count} {count:Schritt|Schritte} hintereinander nicht endlich, bis Schritt {step}.</translation>
    </message>
    <message>
        <source>The last good state was saved as a checkpoint. Lower optimizer.lr, or use bf16 or fp32 instead of fp16.</source>
        <translation>Der letzte gute Zustand ist als Checkpoint erhalten. optimizer.lr senken oder bf16 oder fp32 statt fp16 verwenden.</translation>
    </message>
    <message>
        <source>The captioner failed: {reason}.</source>
        <translation>Das Beschreibungsprogramm ist fehlgeschlagen: {reason}.</translation>
    </message>
    <message>
        <source>Try it on a single file yourself, or raise its time limit.</source>
        <translation>Von Hand an einer einzelnen Datei ausprobieren oder mehr Zeit dafür zulassen.</translation>
    </message>
    <message>
        <source>The captioner cannot be used: {reason}.</source>
        <translation>Das Beschreibungsprogramm kann nicht verwendet werden: {reason}.</translation>
    </message>
    <message>
        <source>Give a command with {file} in it, or the URL of an OpenAI-compatible server.</source>
        <translation>Einen Befehl, der {file} enthält, oder die URL eines OpenAI-kompatiblen Servers angeben.</translation>
    </message>
    <message>
        <source>The run {run} has no checkpoint yet.</source>
        <translation>Der Lauf {run} hat noch keinen Checkpoint.</translation>
    </message>
    <message>
        <source>Let it train until its first one.</source>
        <translation>Lassen Sie ihn bis zu seinem ersten trainieren.</translation>
    </message>
    <message>
        <source>Validation clips cannot be generated: {problems}</source>
        <translation>Validierungsclips können nicht generiert werden: {problems}</translation>
    </message>
    <message>
        <source>Change validation.validation_prompts, or leave it empty to train without clips.</source>
        <translation>Ändern Sie validation.validation_prompts oder lassen Sie es leer, um ohne Clips zu trainieren.</translation>
    </message>
    <message>
        <source>{file} does not contain the latents of a clip: {reason}.</source>
        <translation>{file} enthält keine Latents eines Clips: {reason}.</translation>
    </message>
    <message>
        <source>Give a .latents.safetensors file from generation or validation.</source>
        <translation>Geben Sie eine Datei an, die auf .latents.safetensors endet, wie sie beim Generieren oder Validieren entsteht.</translation>
    </message>
    <message>
        <source>A clip was denoised but could not be decoded: {reason}</source>
        <translation>Ein Clip wurde entrauscht, konnte aber nicht dekodiert werden: {reason}</translation>
    </message>
    <message>
        <source>Its latents are in {file}. When more memory is free, framewright-cli generate --latents decodes them.</source>
        <translation>Seine Latents liegen in {file}: framewright-cli generate --latents macht daraus den Clip, sobald mehr Speicher frei ist.</translation>
    </message>
    <message>
        <source>Out of memory during {phase}: {what} (peak {peak}).</source>
        <translation>Zu wenig Speicher bei {phase}: {what} (Spitze {peak}).</translation>
    </message>
    <message>
        <source>Frozen weights in fewer bits: see memory.quantization.</source>
        <translation>Eingefrorene Gewichte mit weniger Bits: siehe memory.quantization.</translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: {key} is {value}, but a full fine-tune changes the weights, and quantized ones cannot be trained.</source>
        <translation>{file}:{line}:{column}: {key} ist {value}, aber ein volles Fine-Tuning ändert die Gewichte, und quantisierte lassen sich nicht trainieren.</translation>
    </message>
    <message>
        <source>Remove the line, or train a LoRA: training.training_type = &quot;lora&quot;.</source>
        <translation>Entfernen Sie die Zeile, oder trainieren Sie eine LoRA: training.training_type = &quot;lora&quot;.</translation>
    </message>
    <message>
        <source>The weight {name} in {file} holds numbers that are infinite or none (NaN).</source>
        <translation>Das Gewicht {name} in {file} enthält Zahlen, die unendlich oder keine sind (NaN).</translation>
    </message>
    <message>
        <source>The file is damaged, or its model was: download it again.</source>
        <translation>Die Datei ist beschädigt, oder ihr Modell war es: Laden Sie sie noch einmal herunter.</translation>
    </message>
    <message>
        <source>{file} is not a preset: {key} is missing or wrong.</source>
        <translation>{file} ist keine Vorlage: {key} fehlt oder ist falsch.</translation>
    </message>
    <message>
        <source>A [preset] table describes the preset: name = &quot;…&quot;.</source>
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
        <source>There is already a preset &quot;{name}&quot;.</source>
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
        <source>There is no GPU to fit the run to.</source>
        <translation>Es gibt nichts, woran der Lauf angepasst werden könnte: Hier ist keine GPU.</translation>
    </message>
    <message>
        <source>Give the memory of a GPU: --vram 24GiB.</source>
        <translation>Nennen Sie den Speicher einer Karte: --vram 24GiB.</translation>
    </message>
    <message>
        <source>There is no data for the GPU “{card}”.</source>
        <translation>Zu einer Karte „{card}“ gibt es keine Angaben.</translation>
    </message>
    <message>
        <source>Known GPUs: {cards}.</source>
        <translation>Bekannt sind: {cards}.</translation>
    </message>
    <message>
        <source>The run cannot be planned: {problem}</source>
        <translation>Der Lauf lässt sich nicht planen: {problem}</translation>
    </message>
    <message>
        <source>“{bucket}” is not a valid clip size.</source>
        <translation>„{bucket}“ ist keine gültige Clipgröße.</translation>
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
        <source>Close other programs, or start a new run with a smaller size or batch: framewright-cli train --branch {run} --set KEY=VALUE. Nothing of this run is lost.</source>
        <translation>Andere Programme schließen oder einen neuen Lauf mit kleinerer Größe oder kleinerem Batch beginnen: framewright-cli train --branch {run} --set KEY=VALUE. Von diesem Lauf ist nichts verloren.</translation>
    </message>
    <message>
        <source>These settings fit: {fit}. “Fit and resume” uses them to continue from the newest checkpoint, as does framewright-cli train --resume {run} --fit.</source>
        <translation>Diese Einstellungen passen: {fit}. „Anpassen und fortsetzen“ macht mit ihnen vom neuesten Checkpoint aus weiter, ebenso framewright-cli train --resume {run} --fit.</translation>
    </message>
    <message>
        <source>These settings fit: {fit}. They change what is learned, so they need a new run: framewright-cli train --branch {run} {settings}. What was saved is intact.</source>
        <translation>Diese Einstellungen passen: {fit}. Sie ändern, was gelernt wird, und beginnen darum einen neuen Lauf: framewright-cli train --branch {run} {settings}. Was gespeichert wurde, ist vollständig.</translation>
    </message>
    <message>
        <source>No settings fit on this computer ({fit}). Close other programs, or choose a smaller size, batch or rank. What was saved is intact.</source>
        <translation>Keine Wahl der Einstellungen passt hier ({fit}). Andere Programme schließen oder kleinere Größe, kleineren Batch oder Rang wählen. Was gespeichert wurde, ist vollständig.</translation>
    </message>
    <message>
        <source>{steps} steps after {warm_up} cannot be measured.</source>
        <translation>{steps} Schritte nach {warm_up} lassen sich nicht messen.</translation>
    </message>
    <message>
        <source>Measure 1 to 1000 steps, after 1 to 1000 others.</source>
        <translation>1 bis 1000 Schritte messen, nach 1 bis 1000 anderen.</translation>
    </message>
    <message>
        <source>{file} has no samples to measure a loss on.</source>
        <translation>{file} enthält keine Samples, deren Loss sich messen ließe.</translation>
    </message>
    <message>
        <source>Choose a dataset that has been precomputed.</source>
        <translation>Einen Datensatz wählen, den die Vorberechnung fertiggestellt hat.</translation>
    </message>
    <message>
        <source>Only {count} {count:clip|clips} can be used for training: too few to hold any out.</source>
        <translation>Nur {count} {count:Clip ist|Clips sind} trainierbar: zu wenige, um welche zurückzuhalten.</translation>
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
        <source>{key}: the dataset has no samples of these shapes.</source>
        <translation>{key}: Der Datensatz hat kein Sample mit diesen Formen.</translation>
    </message>
    <message>
        <source>It has {buckets}. An empty list uses all of them.</source>
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
        <source>{folder} does not exist.</source>
        <translation>{folder} ist nicht vorhanden.</translation>
    </message>
    <message>
        <source>Connect its disk, or remove the folder from the list.</source>
        <translation>Den Datenträger anschließen oder den Ordner von der Liste nehmen.</translation>
    </message>
    <message>
        <source>{folder} cannot be read.</source>
        <translation>{folder} kann nicht gelesen werden.</translation>
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
        <source>{file} has no extension that says what kind of file it is.</source>
        <translation>{file} lässt nicht erkennen, was für eine Datei es werden soll.</translation>
    </message>
    <message>
        <source>Use .mp4 or .gif, or no extension for a folder of PNG images.</source>
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
        <source>The folder {folder} cannot be created.</source>
        <translation>Der Ordner {folder} kann nicht angelegt werden.</translation>
    </message>
    <message>
        <source>Free some space, or check that its parent folder is writable.</source>
        <translation>Speicherplatz freigeben oder dafür sorgen, dass dort geschrieben werden darf.</translation>
    </message>
    <message>
        <source>The crop of clip {clip} does not fit within its picture.</source>
        <translation>Der Ausschnitt von Clip {clip} ragt aus seinem Bild.</translation>
    </message>
    <message>
        <source>Choose another crop for it, or none.</source>
        <translation>Einen anderen Ausschnitt für ihn wählen, oder keinen.</translation>
    </message>
    <message>
        <source>{file} needs more memory than is available.</source>
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
        <source>Put the original file back, or relink the project to it. To use the new one, import it under another name.</source>
        <translation>Die frühere Datei zurücklegen oder das Projekt neu mit ihr verknüpfen; um die neue zu verwenden, sie unter einem anderen Namen importieren.</translation>
    </message>
    <message>
        <source>{sources} {sources:source has changed since it was|sources have changed since they were} imported, the first is {file}.</source>
        <translation>{sources} {sources:Quelle hat|Quellen haben} sich seit dem Import geändert, zuerst {file}.</translation>
    </message>
    <message>
        <source>Put the original files back, or relink the project to them. To use the new ones, import them under another name.</source>
        <translation>Die früheren Dateien zurücklegen oder das Projekt neu mit ihnen verknüpfen; um die neuen zu verwenden, sie unter anderen Namen importieren.</translation>
    </message>
    <message>
        <source>The crop {crop} does not fit within the picture of {file}, which is {size}.</source>
        <translation>Der Ausschnitt {crop} ragt aus dem Bild von {file}, das {size} groß ist.</translation>
    </message>
    <message>
        <source>The latest changes to {file} are in its log, which could not be read: {reason}.</source>
        <translation>Die neuesten Änderungen von {file} stehen in seinem Protokoll, das nicht gelesen werden konnte: {reason}.</translation>
    </message>
    <message>
        <source>Open it where its folder is writable, or close it where it is open.</source>
        <translation>Dort öffnen, wo in seinen Ordner geschrieben werden darf, oder dort schließen, wo es geöffnet ist.</translation>
    </message>
    <message>
        <source>{folder} is on a network drive, so the project is slower and reading waits for writing.</source>
        <translation>{folder} liegt auf einem Netzlaufwerk; das Projekt ist daher langsamer, und Lesen wartet auf Schreiben.</translation>
    </message>
    <message>
        <source>Keep the project on a local disk; its clips can stay where they are.</source>
        <translation>Das Projekt auf einem Datenträger dieses Rechners ablegen; seine Clips können bleiben, wo sie sind.</translation>
    </message>
    <message>
        <source>Clips cannot be resampled to {fps} fps.</source>
        <translation>Clips lassen sich nicht auf {fps} fps umrechnen.</translation>
    </message>
    <message>
        <source>Choose a frame rate up to 1000 fps, or 0 to keep the original frames.</source>
        <translation>Wählen Sie eine Bildrate bis 1000 fps oder 0 für die ursprünglichen Frames.</translation>
    </message>
    <message>
        <source>A folder for temporary files cannot be created in {folder}: {reason}.</source>
        <translation>In {folder} lässt sich kein Ordner für temporäre Dateien anlegen: {reason}.</translation>
    </message>
    <message>
        <source>{count} of the {total} cache entries that the run reads cannot be used:{list}</source>
        <translation>{count} der {total} Cache-Einträge, die der Lauf liest, können nicht verwendet werden:{list}</translation>
    </message>
    <message>
        <source>Check data.video_resolution_buckets and validation.held_out_samples. Parts of one video are held out together.</source>
        <translation>data.video_resolution_buckets und validation.held_out_samples prüfen. Teile eines Videos gehören gemeinsam zu den Validierungs-Samples.</translation>
    </message>
    <message>
        <source>Resuming from {checkpoint} would discard the run&apos;s later checkpoints, up to step {step}.</source>
        <translation>Beim Fortsetzen von {checkpoint} aus gingen die späteren Checkpoints des Laufs bis Schritt {step} verloren.</translation>
    </message>
    <message>
        <source>Start a new run from it (--branch {checkpoint}), or first move the later folders elsewhere.</source>
        <translation>Von dort aus einen neuen Lauf beginnen (--branch {checkpoint}) oder zuerst die späteren Ordner an einen anderen Ort verschieben.</translation>
    </message>
    <message>
        <source>{file} already exists and was left unchanged.</source>
        <translation>{file} gibt es schon; die Datei blieb, wie sie ist.</translation>
    </message>
    <message>
        <source>Choose another name, or move that file.</source>
        <translation>Einen anderen Namen wählen oder jene Datei verschieben.</translation>
    </message>
    <message>
        <source>{file} would overwrite {source}, the file it is made from.</source>
        <translation>{file} würde {source} überschreiben, woraus es entsteht.</translation>
    </message>
    <message>
        <source>Choose another name or folder.</source>
        <translation>Einen anderen Namen oder Ordner wählen.</translation>
    </message>
    <message>
        <source>{folder} is not empty: it contains {file}.</source>
        <translation>{folder} ist nicht leer: der Ordner enthält {file}.</translation>
    </message>
    <message>
        <source>Choose a new or an empty folder. If an interrupted job left these files, remove them first: none of them are reused.</source>
        <translation>Einen neuen oder leeren Ordner wählen. Was ein abgebrochener Auftrag hinterließ, zuerst entfernen; davon wird nichts wieder verwendet.</translation>
    </message>
    <message>
        <source>{file} changed while its clips were encoded, and was left as it is.</source>
        <translation>{file} wurde geändert, während die Clips kodiert wurden, und bleibt unverändert.</translation>
    </message>
    <message>
        <source>Run precompute again: what has been encoded is in the cache.</source>
        <translation>precompute erneut ausführen: Was schon kodiert ist, liegt im Cache.</translation>
    </message>
    <message>
        <source>{failed} of {total} samples could not be read. They stay in {file}, but cannot be used for training.</source>
        <translation>{failed} von {total} Samples konnten nicht gelesen werden. Sie bleiben in {file}, aber mit ihnen kann nicht trainiert werden.</translation>
    </message>
    <message>
        <source>{folder} already contains other files.</source>
        <translation>{folder} enthält schon andere Dateien.</translation>
    </message>
    <message>
        <source>Choose an empty folder, or one that does not exist yet.</source>
        <translation>Einen leeren Ordner wählen oder einen, den es noch nicht gibt.</translation>
    </message>
    <message>
        <source>{folder} belongs to a job with different {what}: {theirs}.</source>
        <translation>{folder} gehört zu einem Auftrag mit anderen Angaben ({what}): {theirs}.</translation>
    </message>
    <message>
        <source>Choose another folder, or delete that one.</source>
        <translation>Einen anderen Ordner wählen oder jenen löschen.</translation>
    </message>
    <message>
        <source>Host memory is running low: {free} of {total} free.</source>
        <translation>Der Arbeitsspeicher wird knapp: {free} von {total} sind frei.</translation>
    </message>
    <message>
        <source>Close other programs, or stream fewer blocks.</source>
        <translation>Schließen Sie andere Programme, oder streamen Sie weniger Blöcke.</translation>
    </message>
    <message>
        <source>The disk is filling up: {free} free where the run is written.</source>
        <translation>Die Platte läuft voll: Wo der Lauf geschrieben wird, sind {free} frei.</translation>
    </message>
    <message>
        <source>Free some space before the next checkpoint.</source>
        <translation>Schaffen Sie vor dem nächsten Checkpoint Platz.</translation>
    </message>
    <message>
        <source>Device memory is full ({free} free). Some drivers now spill into host memory, which is many times slower.</source>
        <translation>Der Speicher des Geräts ist voll ({free} frei): Manche Treiber weichen von hier an in den Arbeitsspeicher aus, was um ein Vielfaches langsamer ist.</translation>
    </message>
    <message>
        <source>Other programs or the driver have taken {bytes} of device memory since the start.</source>
        <translation>Seit dem Start gingen {bytes} des Gerätespeichers an andere Programme oder an den Treiber.</translation>
    </message>
    <message>
        <source>Close other programs that use the GPU.</source>
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
        <source>What the unfinished run {run} needs from the cache cannot be determined: {reason}</source>
        <translation>Was der unfertige Lauf {run} vom Cache braucht, lässt sich nicht lesen: {reason}</translation>
    </message>
    <message>
        <source>Nothing was removed. Repair or delete this run, then clean up again.</source>
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
        <source>The folder {folder} cannot be created: {reason}.</source>
        <translation>Der Ordner {folder} lässt sich nicht anlegen: {reason}.</translation>
    </message>
    <message>
        <source>Check the permissions and free space of the project&apos;s folder.</source>
        <translation>Prüfen Sie die Rechte und den Platz des Projektordners.</translation>
    </message>
    <message>
        <source>The project {folder} is gone: its folder was deleted, moved or replaced.</source>
        <translation>Das Projekt {folder} ist nicht mehr da: Sein Ordner wurde gelöscht, verschoben oder ersetzt.</translation>
    </message>
    <message>
        <source>It cannot be used until you restart Framewright. Runs resume from their newest checkpoint, if they have one.</source>
        <translation>Erst nach einem Neustart von Framewright lässt es sich wieder benutzen. Läufe werden vom neuesten Checkpoint aus fortgesetzt, wenn sie einen haben.</translation>
    </message>
    <message>
        <source>Choose a smaller size or batch, stream more blocks (memory.streamed_blocks) or offload activations (memory.activation_offload). What was saved is intact: a run resumes from its newest checkpoint, if it has one.</source>
        <translation>Wählen Sie eine kleinere Größe oder Batchgröße, streamen Sie mehr Blöcke (memory.streamed_blocks) oder lagern Sie Aktivierungen aus (memory.activation_offload). Was gespeichert wurde, ist ganz: Ein Lauf geht von seinem neuesten Checkpoint weiter, wenn er einen hat.</translation>
    </message>
    <message>
        <source>Free some space, then resume the run. It continues from its newest checkpoint, if it has one.</source>
        <translation>Schaffen Sie Platz, und setzen Sie den Lauf dann fort: Er geht von seinem neuesten Checkpoint weiter, wenn er einen hat.</translation>
    </message>
    <message>
        <source>The cache has grown to {bytes}, more than its limit of {limit}.</source>
        <translation>Der Cache ist auf {bytes} gewachsen, mehr als seine Grenze von {limit}.</translation>
    </message>
    <message>
        <source>Clean it up in the settings, or raise the limit.</source>
        <translation>Räumen Sie ihn in den Einstellungen auf, oder heben Sie die Grenze an.</translation>
    </message>
    <message>
        <source>Training cannot start from {file}: it contains no {name}.</source>
        <translation>Das Training kann nicht mit {file} beginnen: Darin ist kein {name}.</translation>
    </message>
    <message>
        <source>Give a LoRA file, or a checkpoint of the same training type, in training.start_from.</source>
        <translation>In training.start_from eine LoRA-Datei oder einen Checkpoint der gleichen Trainingsart angeben.</translation>
    </message>
    <message>
        <source>{file}: {key} {value} is not carried over.</source>
        <translation>{file}: {key} {value} wird nicht übernommen.</translation>
    </message>
    <message>
        <source>{words}: this starts {count} processes, each with its own batch; here a batch is the same on any number of GPUs.</source>
        <translation>{words}: Dort trainieren {count} Prozesse, jeder mit eigenem Batch; hier ist ein Batch auf beliebig vielen GPUs derselbe.</translation>
    </message>
    <message>
        <source>{words}: this may start several processes, each with its own batch; here a batch is the same on any number of GPUs.</source>
        <translation>{words}: Das kann mehrere Prozesse starten, jeden mit eigenem Batch; hier ist ein Batch auf beliebig vielen GPUs derselbe.</translation>
    </message>
    <message>
        <source>For the same number of clips per update, multiply training.gradient_accumulation_steps by the number of processes.</source>
        <translation>Für ebenso viele Clips je Aktualisierung training.gradient_accumulation_steps mit ihrer Anzahl malnehmen.</translation>
    </message>
    <message>
        <source>--{flag} {value}, before the training script: not carried over.</source>
        <translation>--{flag} {value}, vor dem Trainingsskript: nicht übernommen.</translation>
    </message>
    <message>
        <source>If it changes how the weights are trained, look for a setting with the same purpose.</source>
        <translation>Wenn es ändert, wie die Gewichte trainiert werden, eine Einstellung mit diesem Zweck suchen.</translation>
    </message>
    <message>
        <source>--{flag} is not given, so the launcher&apos;s configuration decides.</source>
        <translation>--{flag} ist nicht angegeben: Dort entscheidet die Konfiguration des Starters.</translation>
    </message>
    <message>
        <source>{key} is set to {value}; change it if that configuration says otherwise.</source>
        <translation>Hier ist {key} nun {value}; ändern, wenn dort etwas anderes steht.</translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: {key} must be {wanted}, not {given}.</source>
        <translation>{file}:{line}:{column}: {key} muss {wanted} sein, nicht {given}.</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>a list of texts</source>
        <translation>eine Liste von Texten</translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: {key} is {value}, but the model {model} belongs to {family}.</source>
        <translation>{file}:{line}:{column}: {key} ist {value}, aber das Modell {model} gehört zu {family}.</translation>
    </message>
    <message>
        <source>Set it to {family}, or choose another model folder.</source>
        <translation>{family} schreiben oder einen anderen Modellordner angeben.</translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: {key}: the model {model} only does {task}.</source>
        <translation>{file}:{line}:{column}: {key}: Das Modell {model} ist für {task} gemacht.</translation>
    </message>
    <message>
        <source>Remove the line: the task then follows from the model.</source>
        <translation>Die Zeile entfernen: Die Aufgabe ergibt sich aus dem Modell.</translation>
    </message>
    <message>
        <source>This build has no networks of the family {family}.</source>
        <translation>Dieses Programm enthält keine Netze der Familie {family}.</translation>
    </message>
    <message>
        <source>It has those of: {known}.</source>
        <translation>Es enthält die von: {known}.</translation>
    </message>
    <message>
        <source>No LoRA file is named.</source>
        <translation>Es ist keine LoRA-Datei angegeben.</translation>
    </message>
    <message>
        <source>“{name}” is not an event of the job queue.</source>
        <translation>„{name}“ ist kein Ereignis der Auftragsliste.</translation>
    </message>
    <message>
        <source>&quot;{value}&quot; is not a bucket.</source>
        <translation>„{value}“ ist kein Bucket.</translation>
    </message>
    <message>
        <source>{file} is not a whole model that this program knows.</source>
        <translation>{file} ist kein ganzes Modell, das dieses Programm kennt.</translation>
    </message>
    <message>
        <source>Choose a file with transformer and VAE, or a model folder. Supported: {known}.</source>
        <translation>Wählen Sie eine Datei mit Transformer und VAE oder einen Modellordner. Unterstützt: {known}.</translation>
    </message>
    <message>
        <source>Choose one from 0 to 1.</source>
        <translation>Wählen Sie eine von 0 bis 1.</translation>
    </message>
    <message>
        <source>{model} takes one image only, as its first frame, and keeps it exactly.</source>
        <translation>{model} nimmt nur ein einziges Bild, als ersten Frame, und behält es genau bei.</translation>
    </message>
    <message>
        <source>A last image needs sections that are made from the last to the first.</source>
        <translation>Ein letztes Bild braucht Abschnitte, die vom letzten zum ersten generiert werden.</translation>
    </message>
    <message>
        <source>Set the order of sections to inverted_anti_drifting, or remove the last image.</source>
        <translation>Stellen Sie die Reihenfolge der Abschnitte auf inverted_anti_drifting, oder entfernen Sie das letzte Bild.</translation>
    </message>
    <message>
        <source>A clip of {frames} frames is not made of whole sections of {section} frames.</source>
        <translation>Ein Clip mit {frames} Frames besteht nicht aus ganzen Abschnitten von {section} Frames.</translation>
    </message>
    <message>
        <source>A clip of {frames} latent frames has no section of {window} behind its first frame.</source>
        <translation>Ein Clip mit {frames} latenten Frames hat hinter dem ersten keinen Abschnitt von {window}.</translation>
    </message>
    <message>
        <source>Train on clips that are longer, or on shorter sections.</source>
        <translation>Trainieren Sie mit längeren Clips oder mit kürzeren Abschnitten.</translation>
    </message>
    <message>
        <source>{model} takes an image as its first frame and another as its last, and keeps them exactly.</source>
        <translation>{model} nimmt ein Bild als ersten und eines als letzten Frame und behält sie genau bei.</translation>
    </message>
    <message>
        <source>Remove the others, or choose a model that takes images and videos at any frame.</source>
        <translation>Entfernen Sie die anderen, oder wählen Sie ein Modell, das Bilder und Videos an beliebigen Frames nimmt.</translation>
    </message>
    <message>
        <source>A clip of {clip} frames has no room for {frames} {frames:frame|frames} at frame {index}.</source>
        <translation>Ein Clip von {clip} Frames hat keinen Platz für {frames} {frames:Frame|Frames} bei Frame {index}.</translation>
    </message>
    <message>
        <source>Place the image or video earlier, shorten it, or generate a longer clip.</source>
        <translation>Setzen Sie das Bild oder Video früher an, kürzen Sie es, oder generieren Sie einen längeren Clip.</translation>
    </message>
    <message>
        <source>The strength {strength} is not possible.</source>
        <translation>Die Stärke {strength} ist nicht möglich.</translation>
    </message>
    <message>
        <source>No clip goes into the bucket {bucket}.</source>
        <translation>Kein Clip kommt in den Bucket {bucket}.</translation>
    </message>
    <message>
        <source>The clips are too short for it or fit another bucket better. Remove it if you do not need it.</source>
        <translation>Die Clips sind zu kurz dafür oder passen besser in einen anderen Bucket. Entfernen, falls er nicht gebraucht wird.</translation>
    </message>
    <message>
        <source>The filter knows no {term}: all of its terms must match.</source>
        <translation>Der Filter kennt kein {term}: alle seine Begriffe müssen zutreffen.</translation>
    </message>
    <message>
        <source>A minus in front excludes a term. In quotes the word is searched for.</source>
        <translation>Ein Minus davor schließt einen Begriff aus. In Anführungszeichen wird nach dem Wort gesucht.</translation>
    </message>
    <message>
        <source>{folder} could not be moved to the trash.</source>
        <translation>{folder} konnte nicht in den Papierkorb verschoben werden.</translation>
    </message>
    <message>
        <source>The checkpoints need about {needed}, and {free} are free on their disk.</source>
        <translation>Die Checkpoints brauchen etwa {needed}, auf ihrem Datenträger sind {free} frei.</translation>
    </message>
    <message>
        <source>Keep fewer checkpoints, or choose another output folder. A run whose disk is full waits.</source>
        <translation>Weniger Checkpoints behalten oder einen anderen Ausgabeordner wählen. Ein Lauf, dessen Datenträger voll ist, wartet.</translation>
    </message>
    <message>
        <source>The cache needs about {needed}, and {free} are free on its disk.</source>
        <translation>Der Cache braucht etwa {needed}, auf seinem Datenträger sind {free} frei.</translation>
    </message>
    <message>
        <source>Clean it up in the settings, or choose another folder for it.</source>
        <translation>In den Einstellungen aufräumen oder einen anderen Ordner dafür wählen.</translation>
    </message>
    <message>
        <source>The run needs {needed} of host memory, and {free} are free.</source>
        <translation>Der Lauf braucht {needed} Arbeitsspeicher, frei sind {free}.</translation>
    </message>
    <message>
        <source>Close other programs, or stream and offload less.</source>
        <translation>Andere Programme schließen oder weniger streamen und auslagern.</translation>
    </message>
    <message>
        <source>{captions} {captions:caption has|captions have} more than the {limit} tokens that a text encoder of {model} reads.</source>
        <translation>{captions} {captions:Beschreibung hat|Beschreibungen haben} mehr als die {limit} Token, die ein Text-Encoder von {model} liest.</translation>
    </message>
    <message>
        <source>The rest is ignored: shorten them on the Dataset page.</source>
        <translation>Der Rest wird ignoriert: auf der Seite „Datensatz“ kürzen.</translation>
    </message>
    <message>
        <source>The bucket {bucket} is {times} times as large as {native}, which {model} is made for.</source>
        <translation>Der Bucket {bucket} ist {times}-mal so groß wie {native}, wofür {model} gemacht ist.</translation>
    </message>
    <message>
        <source>Each step takes at least as much longer. Choose smaller buckets on the Dataset page.</source>
        <translation>Jeder Schritt dauert mindestens um so viel länger. Auf der Seite „Datensatz“ kleinere Buckets wählen.</translation>
    </message>
    <message>
        <source>{clips} {clips:clip fits|clips fit} no bucket and will not be used.</source>
        <translation>{clips} {clips:Clip passt|Clips passen} in keinen Bucket und {clips:wird|werden} nicht verwendet.</translation>
    </message>
    <message>
        <source>The Dataset page says which, and why.</source>
        <translation>Welche und warum, sagt die Seite „Datensatz“.</translation>
    </message>
    <message>
        <source>{file} was changed, or could not be read, while it was in use.</source>
        <translation>{file} wurde geändert oder konnte nicht gelesen werden, während sie in Gebrauch war.</translation>
    </message>
    <message>
        <source>Restore the file and start again. A run goes on from its last checkpoint. To replace a file that is in use, rename the new one to its name.</source>
        <translation>Stellen Sie die Datei wieder her und starten Sie neu. Ein Lauf geht ab seinem letzten Checkpoint weiter. Um eine Datei zu ersetzen, die in Gebrauch ist, benennen Sie die neue in ihren Namen um.</translation>
    </message>
    <message>
        <source>The prompt “{prompt}” does not end in a size.</source>
        <translation>Der Prompt „{prompt}“ endet nicht auf eine Größe.</translation>
    </message>
    <message>
        <source>Write the size behind @@@ as FRAMESxHEIGHTxWIDTH, such as @@@49x480x720, or leave out @@@.</source>
        <translation>Schreiben Sie die Größe hinter @@@ als BILDERxHÖHExBREITE, etwa @@@49x480x720, oder lassen Sie @@@ weg.</translation>
    </message>
    <message>
        <source>This run&apos;s clips begin with {images} pictures, one for each prompt: {prompts} prompts do not fit them.</source>
        <translation>Die Clips dieses Laufs beginnen mit {images} Bildern, einem für jeden Prompt: {prompts} Prompts passen nicht dazu.</translation>
    </message>
    <message>
        <source>Keep as many prompts as there are pictures, in their order.</source>
        <translation>Behalten Sie so viele Prompts, wie es Bilder gibt, in deren Reihenfolge.</translation>
    </message>
    <message>
        <source>Rank {rank} on {host} failed while {phase}, and the others ended with it: {reason}</source>
        <translation>Rank {rank} auf {host} ist ausgefallen ({phase}), und die anderen haben mit ihm geendet: {reason}</translation>
    </message>
    <message>
        <source>Rank {rank} on {host} ended without a word while {phase}.</source>
        <translation>Rank {rank} auf {host} hat ohne Meldung geendet ({phase}).</translation>
    </message>
    <message>
        <source>It was killed, or its machine or the connection to it failed. Where the system&apos;s log tells of memory that ran out, fewer ranks a machine help. The run resumes from its newest checkpoint.</source>
        <translation>Er wurde beendet, oder sein Rechner oder die Verbindung dorthin ist ausgefallen. Wenn das Systemprotokoll von fehlendem Speicher berichtet, helfen weniger Ranks je Rechner. Der Lauf lässt sich ab seinem neuesten Checkpoint fortsetzen.</translation>
    </message>
    <message>
        <source>{file} was written by another process but is not to be seen here.</source>
        <translation>{file} wurde von einem anderen Prozess geschrieben, ist hier aber nicht zu sehen.</translation>
    </message>
    <message>
        <source>With distributed.zero_stage, processes on several machines write a checkpoint together: put the run&apos;s folder where all of them can see it, or set the stage to 0.</source>
        <translation>Mit distributed.zero_stage schreiben die Prozesse mehrerer Rechner einen Checkpoint gemeinsam: Legen Sie den Ordner des Laufs dorthin, wo alle ihn sehen, oder setzen Sie die Stufe auf 0.</translation>
    </message>
    <message>
        <source>Ranks {ranks} of {size} did not come to {host}:{port} within {seconds} s.</source>
        <translation>Von {size} Ranks sind diese binnen {seconds} s nicht bei {host}:{port} eingetroffen: {ranks}.</translation>
    </message>
    <message>
        <source>Check that each of them was started, and that this address and port can be reached from each machine.</source>
        <translation>Prüfen Sie, ob jeder von ihnen gestartet wurde und ob Adresse und Port von jedem Rechner aus erreichbar sind.</translation>
    </message>
    <message>
        <source>The work was cancelled at rank {rank}.</source>
        <translation>Die Arbeit wurde bei Rank {rank} abgebrochen.</translation>
    </message>
    <message>
        <source>optimizer.clipping is micro_batch, which {ranks} processes cannot do together.</source>
        <translation>optimizer.clipping ist micro_batch, was {ranks} Prozesse nicht gemeinsam können.</translation>
    </message>
    <message>
        <source>Train in one process, or start a new run with optimizer.clipping = &quot;update&quot;.</source>
        <translation>Trainieren Sie in einem Prozess, oder beginnen Sie einen neuen Lauf mit optimizer.clipping = &quot;update&quot;.</translation>
    </message>
    <message>
        <source>The list of hosts &quot;{list}&quot; cannot be read.</source>
        <translation>Die Liste der Rechner &quot;{list}&quot; ist nicht lesbar.</translation>
    </message>
    <message>
        <source>{launcher} started this process as one of several, but these variables of its environment are missing or wrong: {variables}.</source>
        <translation>{launcher} hat diesen Prozess als einen von mehreren gestartet, aber diese Umgebungsvariablen fehlen oder sind falsch: {variables}.</translation>
    </message>
    <message>
        <source>Start it by torchrun, by srun or by `framewright-cli launch`, which set all of them; to train in one process, unset RANK and WORLD_SIZE.</source>
        <translation>Starten Sie ihn mit torchrun, srun oder `framewright-cli launch`, die alle setzen; um in einem Prozess zu trainieren, entfernen Sie RANK und WORLD_SIZE.</translation>
    </message>
    <message>
        <source>{program} could not be started: {reason}.</source>
        <translation>{program} konnte nicht gestartet werden: {reason}.</translation>
    </message>
    <message>
        <source>Rank {rank} was to do {call} while rank {other} was to do {other_call}.</source>
        <translation>Rank {rank} sollte {call} ausführen, Rank {other} dagegen {other_call}.</translation>
    </message>
    <message>
        <source>Check that all ranks run the same version of the program.</source>
        <translation>Prüfen Sie, ob alle Ranks dieselbe Version des Programms ausführen.</translation>
    </message>
    <message>
        <source>Process {rank} on {host} was ended by signal {signal} ({name}).</source>
        <translation>Prozess {rank} auf {host} wurde durch Signal {signal} ({name}) beendet.</translation>
    </message>
    <message>
        <source>Process {rank} on {host} ended with exit code {exit_code}.</source>
        <translation>Prozess {rank} auf {host} endete mit dem Exit-Code {exit_code}.</translation>
    </message>
    <message>
        <source>What it said is in {log}.</source>
        <translation>Was er meldete, steht in {log}.</translation>
    </message>
    <message>
        <source>{key}: {value} {value:micro-batch|micro-batches} cannot be dealt out to {processes} processes.</source>
        <translation>{key}: {value} {value:Micro-Batch lässt|Micro-Batches lassen} sich nicht auf {processes} Prozesse verteilen.</translation>
    </message>
    <message>
        <source>{key}: several processes clip the gradients of whole updates only.</source>
        <translation>{key}: mehrere Prozesse begrenzen die Gradienten nur für ganze Updates.</translation>
    </message>
    <message>
        <source>Choose “update”, or train in one process.</source>
        <translation>„update“ wählen oder in einem Prozess trainieren.</translation>
    </message>
    <message>
        <source>LibTorch, which trains and generates, is not installed yet.</source>
        <translation>LibTorch, das trainiert und generiert, ist noch nicht installiert.</translation>
    </message>
    <message>
        <source>Install it: on the start page, by Help &gt; Install LibTorch…, or by framewright-cli runtime install. Projects, clips and captions work without it.</source>
        <translation>Installieren Sie es: auf der Startseite, über Hilfe &gt; LibTorch installieren… oder mit framewright-cli runtime install. Projekte, Clips und Beschreibungen gehen auch ohne.</translation>
    </message>
    <message>
        <source>LibTorch cannot be loaded: {reason}.</source>
        <translation>LibTorch kann nicht geladen werden: {reason}.</translation>
    </message>
    <message>
        <source>Remove it and install it again: framewright-cli runtime remove, and then install.</source>
        <translation>Entfernen Sie es und installieren Sie es neu: framewright-cli runtime remove, danach install.</translation>
    </message>
    <message>
        <source>Nothing on this computer says where Python packages come from, and LibTorch is one.</source>
        <translation>Nichts auf diesem Rechner sagt, woher Python-Pakete kommen, und LibTorch ist eines.</translation>
    </message>
    <message>
        <source>Name a package index: install pip (Debian: python3-pip), set index-url in its configuration, or give the address here (--index-url on the command line).</source>
        <translation>Nennen Sie einen Paketindex: Installieren Sie pip (Debian: python3-pip), setzen Sie index-url in dessen Einstellungen oder geben Sie hier die Adresse an (--index-url auf der Kommandozeile).</translation>
    </message>
    <message>
        <source>The package index has no {package} for this system: {index}.</source>
        <translation>Der Paketindex hat kein {package} für dieses System: {index}.</translation>
    </message>
    <message>
        <source>Name another package index: by index-url in pip&apos;s configuration, or here.</source>
        <translation>Nennen Sie einen anderen Paketindex: durch index-url in den Einstellungen von pip oder hier.</translation>
    </message>
    <message>
        <source>{address} could not be fetched: {reason}.</source>
        <translation>{address} konnte nicht geladen werden: {reason}.</translation>
    </message>
    <message>
        <source>What arrived as {package} is not the file that was asked for.</source>
        <translation>Was als {package} ankam, ist nicht die verlangte Datei.</translation>
    </message>
    <message>
        <source>Something between you and the package index alters files. Install again; if that does not help, use another network or another index.</source>
        <translation>Etwas zwischen Ihnen und dem Paketindex verändert Dateien. Installieren Sie erneut; hilft das nicht, nehmen Sie ein anderes Netz oder einen anderen Index.</translation>
    </message>
    <message>
        <source>LibTorch needs {need} in {folder}, and only {free} are free.</source>
        <translation>LibTorch braucht {need} in {folder}, und nur {free} sind frei.</translation>
    </message>
    <message>
        <source>Free some space, or set XDG_DATA_HOME to a folder on a larger disk, then install again: it goes on from here.</source>
        <translation>Schaffen Sie Platz oder setzen Sie XDG_DATA_HOME auf einen Ordner einer größeren Platte und installieren Sie erneut: Es geht hier weiter.</translation>
    </message>
    <message>
        <source>{file} could not be unpacked: {reason}.</source>
        <translation>{file} konnte nicht entpackt werden: {reason}.</translation>
    </message>
    <message>
        <source>Install again: it is fetched anew.</source>
        <translation>Installieren Sie erneut: Es wird neu geladen.</translation>
    </message>
    <message>
        <source>LibTorch is being installed or removed by another program: {holder}.</source>
        <translation>LibTorch wird gerade von einem anderen Programm installiert oder entfernt: {holder}.</translation>
    </message>
    <message>
        <source>Wait until it is done.</source>
        <translation>Warten Sie, bis es fertig ist.</translation>
    </message>
    <message>
        <source>{file} was not found.</source>
        <translation>{file} wurde nicht gefunden.</translation>
    </message>
    <message>
        <source>Look in the folder that it was moved to, put it back, or remove its clips from the project.</source>
        <translation>Im Ordner suchen, in den sie verschoben wurde, sie zurücklegen oder ihre Clips aus dem Projekt entfernen.</translation>
    </message>
    <message>
        <source>The run has no weights to measure a loss with yet.</source>
        <translation>Der Lauf hat noch keine Gewichte, mit denen ein Loss gemessen werden kann.</translation>
    </message>
    <message>
        <source>Wait for its first checkpoint; of a full fine-tune only the result can be measured.</source>
        <translation>Warten Sie auf den ersten Checkpoint; bei einem vollständigen Training kann nur das Ergebnis gemessen werden.</translation>
    </message>
    <message>
        <source>{size} {size:process|processes} cannot be divided into {mesh}.</source>
        <translation>{size} {size:Prozess lässt|Prozesse lassen} sich nicht in {mesh} aufteilen.</translation>
    </message>
    <message>
        <source>Start as many processes as the parts multiply to, by launch --nproc, torchrun or srun, or change the parts.</source>
        <translation>Starten Sie mit launch --nproc, torchrun oder srun so viele Prozesse, wie das Produkt der Teile ergibt, oder ändern Sie die Teile.</translation>
    </message>
    <message>
        <source>Two processes were to compute the two branches of guidance, but this clip has one.</source>
        <translation>Zwei Prozesse sollten die beiden Zweige der Guidance berechnen, aber dieser Clip hat nur einen.</translation>
    </message>
    <message>
        <source>Leave --guidance-ranks out, or give the clip a guidance scale above 1, which the model must know.</source>
        <translation>Lassen Sie --guidance-ranks weg, oder geben Sie dem Clip eine Guidance über 1, die das Modell kennen muss.</translation>
    </message>
    <message>
        <source>optimizer.fused_backward uses each gradient at once, but those of several processes are added up after the backward pass.</source>
        <translation>optimizer.fused_backward verwendet jeden Gradienten sofort, die mehrerer Prozesse werden aber erst nach dem Rückwärtslauf summiert.</translation>
    </message>
    <message>
        <source>Remove the line, and save memory with distributed.zero_stage = 2 or 3 instead; or start the run with one process.</source>
        <translation>Entfernen Sie die Zeile und sparen Sie Speicher stattdessen mit distributed.zero_stage = 2 oder 3; oder starten Sie den Lauf mit einem Prozess.</translation>
    </message>
    <message>
        <source>The loss or gradients of step {step} were not finite, and optimizer.fused_backward had used them before that was known: the weights in memory are spoiled.</source>
        <translation>Loss oder Gradienten von Schritt {step} waren nicht endlich, und optimizer.fused_backward hatte sie verwendet, bevor das bekannt war: Die Gewichte im Speicher sind unbrauchbar.</translation>
    </message>
    <message>
        <source>Resume from the last checkpoint with a lower optimizer.lr, or without optimizer.fused_backward, which skips such a step.</source>
        <translation>Setzen Sie vom letzten Checkpoint mit kleinerem optimizer.lr fort, oder ohne optimizer.fused_backward: Dann wird ein solcher Schritt übersprungen.</translation>
    </message>
    <message>
        <source>{ranks} processes compute {shares} {shares:micro-batch|micro-batches} at a time, which does not divide the {micro_batches} of an update, and a run learns the same on any number of processes.</source>
        <translation>{ranks} Prozesse berechnen {shares} {shares:Micro-Batch|Micro-Batches} auf einmal; das teilt die {micro_batches} eines Updates nicht, und ein Lauf lernt auf jeder Anzahl von Prozessen dasselbe.</translation>
    </message>
    <message>
        <source>Start as many processes as divide training.gradient_accumulation_steps (it counts the micro-batches of all of them), let more of them share each sample (distributed.ulysses), or start a new run in which it is a multiple of {shares}.</source>
        <translation>Starten Sie so viele Prozesse, dass ihre Zahl training.gradient_accumulation_steps teilt (es zählt die Micro-Batches aller Prozesse), lassen Sie mehr von ihnen jedes Sample gemeinsam berechnen (distributed.ulysses), oder beginnen Sie einen neuen Lauf, in dem es ein Vielfaches von {shares} ist.</translation>
    </message>
    <message>
        <source>Choose a multiple of {shares}.</source>
        <translation>Ein Vielfaches von {shares} wählen.</translation>
    </message>
    <message>
        <source>{key}: {processes} processes cannot form groups of {group} that share each sample.</source>
        <translation>{key}: {processes} Prozesse können keine Gruppen zu je {group} bilden, die jedes Sample gemeinsam berechnen.</translation>
    </message>
    <message>
        <source>Choose a number of processes that {group} divides, or one process.</source>
        <translation>Eine durch {group} teilbare Anzahl von Prozessen wählen, oder einen Prozess.</translation>
    </message>
    <message>
        <source>A balanced device map gives all GPUs to one process, but {processes} make this clip.</source>
        <translation>Eine ausgewogene Geräteverteilung gibt alle GPUs einem Prozess, diesen Clip generieren aber {processes}.</translation>
    </message>
    <message>
        <source>Start one process, or leave the device map out: then each process has its own GPU.</source>
        <translation>Starten Sie einen Prozess, oder lassen Sie die Geräteverteilung weg: Dann hat jeder Prozess seine eigene GPU.</translation>
    </message>
    <message>
        <source>A balanced device map places the model over GPUs, but this clip is made on the CPU.</source>
        <translation>Eine ausgewogene Geräteverteilung legt das Modell auf GPUs, dieser Clip wird aber auf der CPU generiert.</translation>
    </message>
    <message>
        <source>Leave the device map out.</source>
        <translation>Lassen Sie die Geräteverteilung weg.</translation>
    </message>
    <message>
        <source>A balanced device map and streamed blocks cannot be used together.</source>
        <translation>Eine ausgewogene Geräteverteilung und gestreamte Blöcke schließen sich aus.</translation>
    </message>
    <message>
        <source>Leave one of them out: all blocks stay on the GPUs, or some come from host memory.</source>
        <translation>Lassen Sie eines davon weg: Entweder bleiben alle Blöcke auf den GPUs, oder einige kommen aus dem Hauptspeicher.</translation>
    </message>
    <message>
        <source>For clips alone: generate --device-map balanced places one over all GPUs.</source>
        <translation>Nur für Clips: generate --device-map balanced verteilt das Modell auf alle GPUs.</translation>
    </message>
    <message>
        <source>End other programs that use them, keep its weights in fewer bits (quantization), or keep blocks in host memory (streamed blocks) on one device.</source>
        <translation>Beenden Sie andere Programme auf diesen Geräten, speichern Sie die Gewichte mit weniger Bits (Quantisierung), oder lassen Sie Blöcke im Hauptspeicher (gestreamte Blöcke) und nehmen Sie ein Gerät.</translation>
    </message>
    <message>
        <source>The transformer&apos;s {bytes} do not fit into what is free: {free}.</source>
        <translation>Die {bytes} des Transformers passen nicht in das, was frei ist: {free}.</translation>
    </message>
    <message>
        <source>The largest bucket that is used, {bucket}, has pictures {times} times smaller than {native}, which {model} is made for.</source>
        <translation>Der größte genutzte Bucket, {bucket}, hat {times}-mal kleinere Bilder als {native}, wofür {model} gemacht ist.</translation>
    </message>
    <message>
        <source>Choose larger buckets on the Dataset page: what is learned here may not carry over to that size.</source>
        <translation>Auf der Seite „Datensatz“ größere Buckets wählen: Was hier gelernt wird, überträgt sich womöglich nicht auf diese Größe.</translation>
    </message>
    <message>
        <source>{unused} of {samples} {samples:sample|samples} will not be used: data.video_resolution_buckets leaves their buckets out.</source>
        <translation>{unused} von {samples} {samples:Sample|Samples} werden nicht genutzt: data.video_resolution_buckets lässt ihre Buckets aus.</translation>
    </message>
    <message>
        <source>The dataset has {buckets}. An empty list uses all of them.</source>
        <translation>Der Datensatz hat {buckets}. Eine leere Liste nutzt alle.</translation>
    </message>
    <message>
        <source>The checkpoints and the cache need about {needed} together, and {free} are free on their disk.</source>
        <translation>Checkpoints und Cache brauchen zusammen etwa {needed}, und auf ihrem Datenträger sind {free} frei.</translation>
    </message>
    <message>
        <source>Keep fewer checkpoints, or choose another folder for one of them.</source>
        <translation>Weniger Checkpoints behalten oder für eines von beiden einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>Delete it with a file manager.</source>
        <translation>Die Datei mit einem Dateimanager löschen.</translation>
    </message>
    <message>
        <source>the checkpoint</source>
        <translation>der Checkpoint</translation>
    </message>
    <message>
        <source>the result</source>
        <translation>das Ergebnis</translation>
    </message>
    <message>
        <source>The run ended at step {step} before {saved} could be saved: {reason}</source>
        <translation>Der Lauf endete bei Schritt {step}, bevor {saved} gespeichert werden konnte: {reason}</translation>
    </message>
    <message>
        <source>The disk has too little room: a checkpoint takes {checkpoint} and the result {result}, and {free} are free in {folder}.</source>
        <translation>Auf dem Datenträger ist zu wenig Platz: Ein Checkpoint braucht {checkpoint}, das Ergebnis {result}, und in {folder} sind {free} frei.</translation>
    </message>
    <message>
        <source>Free some space there. A run whose disk is full waits, and loses nothing.</source>
        <translation>Geben Sie dort Platz frei. Ein Lauf, dessen Datenträger voll ist, wartet und verliert nichts.</translation>
    </message>
    <message>
        <source>The run waits for the disk: {saved} of step {step} takes {needed}, and {free} are free in {folder}. {reason}</source>
        <translation>Der Lauf wartet auf den Datenträger: {saved} von Schritt {step} braucht {needed}, und in {folder} sind {free} frei. {reason}</translation>
    </message>
    <message>
        <source>Free some space there: it is tried again by itself. Pausing or stopping ends the run without it.</source>
        <translation>Geben Sie dort Platz frei: Es wird von selbst wieder versucht. Anhalten oder Beenden beendet den Lauf ohne dies.</translation>
    </message>
    <message>
        <source>This clip is a part of {file}, which this layout cannot express; it is not exported.</source>
        <translation>Dieser Clip ist ein Teil von {file}; das lässt sich in diesem Layout nicht ausdrücken, daher wird er nicht exportiert.</translation>
    </message>
    <message>
        <source>{file} does not hold the {part} of a model that this program knows.</source>
        <translation>{file} enthält „{part}“ nicht als Teil eines Modells, das dieses Programm kennt.</translation>
    </message>
    <message>
        <source>Give the folder of this component, with its config.json, or a model&apos;s single file that holds it.</source>
        <translation>Geben Sie den Ordner dieser Komponente mit ihrer config.json an oder die einzelne Datei eines Modells, die sie enthält.</translation>
    </message>
    <message>
        <source>These runs cannot be found, so what they need from the cache is not known:{runs}</source>
        <translation>Diese Läufe sind nicht zu finden, daher ist nicht bekannt, was sie aus dem Cache brauchen:{runs}</translation>
    </message>
    <message>
        <source>Nothing was removed. Connect their disk, or clean up without --yes and confirm that they are given up. A run that has moved counts again once it is resumed from its new place.</source>
        <translation>Es wurde nichts entfernt. Schließen Sie den Datenträger an, oder räumen Sie ohne --yes auf und bestätigen Sie, dass die Läufe aufgegeben werden. Ein verschobener Lauf zählt wieder, sobald er an seinem neuen Ort fortgesetzt wird.</translation>
    </message>
    <message>
        <source>Training cannot start from {file}: it is not as it was written.</source>
        <translation>Das Training kann nicht von {file} ausgehen: Die Datei ist nicht mehr so, wie sie geschrieben wurde.</translation>
    </message>
    <message>
        <source>Start from an older checkpoint.</source>
        <translation>Gehen Sie von einem älteren Checkpoint aus.</translation>
    </message>
    <message>
        <source>an XML file</source>
        <translation>eine XML-Datei</translation>
    </message>
    <message>
        <source>a GGUF file</source>
        <translation>eine GGUF-Datei</translation>
    </message>
    <message>
        <source>a GGML file</source>
        <translation>eine GGML-Datei</translation>
    </message>
    <message>
        <source>a ZIP archive, such as PyTorch&apos;s .bin, .pt and .ckpt files</source>
        <translation>ein ZIP-Archiv, wie PyTorchs .bin-, .pt- und .ckpt-Dateien</translation>
    </message>
    <message>
        <source>a pickle, such as older PyTorch files</source>
        <translation>eine Pickle-Datei, wie ältere Dateien von PyTorch</translation>
    </message>
    <message>
        <source>an HDF5 file</source>
        <translation>eine HDF5-Datei</translation>
    </message>
    <message>
        <source>a NumPy file</source>
        <translation>eine NumPy-Datei</translation>
    </message>
    <message>
        <source>a gzip archive</source>
        <translation>ein gzip-Archiv</translation>
    </message>
    <message>
        <source>a zstd archive</source>
        <translation>ein zstd-Archiv</translation>
    </message>
    <message>
        <source>a 7-Zip archive</source>
        <translation>ein 7-Zip-Archiv</translation>
    </message>
    <message>
        <source>a RAR archive</source>
        <translation>ein RAR-Archiv</translation>
    </message>
    <message>
        <source>a JSON file</source>
        <translation>eine JSON-Datei</translation>
    </message>
    <message>
        <source>a Git LFS pointer</source>
        <translation>ein Git-LFS-Zeiger</translation>
    </message>
    <message>
        <source>a web page</source>
        <translation>eine Webseite</translation>
    </message>
    <message>
        <source>{file} is a Git LFS pointer: the file itself was not downloaded.</source>
        <translation>{file} ist ein Git-LFS-Zeiger: Die Datei selbst wurde nicht heruntergeladen.</translation>
    </message>
    <message>
        <source>Run git lfs pull in its folder, or download the file from the model&apos;s page.</source>
        <translation>Führen Sie in ihrem Ordner git lfs pull aus, oder laden Sie die Datei von der Seite des Modells herunter.</translation>
    </message>
    <message>
        <source>{file} is {kind}, not a safetensors file.</source>
        <translation>{file} ist {kind}, keine safetensors-Datei.</translation>
    </message>
    <message>
        <source>Download the model&apos;s .safetensors files; you may have to log in first. Files of other formats have to be converted.</source>
        <translation>Laden Sie die .safetensors-Dateien des Modells herunter; eventuell müssen Sie sich vorher anmelden. Dateien anderer Formate müssen umgewandelt werden.</translation>
    </message>
    <message>
        <source>{file} begins with zeros: its download did not finish.</source>
        <translation>{file} beginnt mit Nullen: Der Download wurde nicht abgeschlossen.</translation>
    </message>
    <message>
        <source>Download it again.</source>
        <translation>Laden Sie sie erneut herunter.</translation>
    </message>
    <message>
        <source>An older version trained these weights up to step {step} with the image repeated in the padding frame of each clip. Generated clips never have it there.</source>
        <translation>Eine ältere Version hat diese Gewichte bis Schritt {step} mit dem Bild auch in dem Frame trainiert, der jeden Clip auffüllt. In generierten Clips steht es dort nie.</translation>
    </message>
    <message>
        <source>Training continues without this error. To train without it from the first step, start a new run.</source>
        <translation>Das Training läuft ohne diesen Fehler weiter. Starten Sie einen neuen Lauf, um vom ersten Schritt an ohne ihn zu trainieren.</translation>
    </message>
    <message>
        <source>Rank {rank} on {host} made no progress for {seconds} s while {phase}, and the others waited.</source>
        <translation>Rank {rank} auf {host} kam {seconds} s lang nicht voran, während die anderen warteten ({phase}).</translation>
    </message>
    <message>
        <source>It hangs, or one step of its work takes longer than distributed.timeout_s: raise that setting in the run&apos;s run.toml. The run resumes from its newest checkpoint.</source>
        <translation>Er hängt, oder ein einzelner Schritt seiner Arbeit dauert länger als distributed.timeout_s: Erhöhen Sie diese Einstellung in der run.toml des Laufs. Der Lauf lässt sich ab seinem neuesten Checkpoint fortsetzen.</translation>
    </message>
    <message>
        <source>Rank 0 cannot listen on {host}:{port}: {reason}</source>
        <translation>Rank 0 kann auf {host}:{port} keine Verbindungen annehmen: {reason}</translation>
    </message>
    <message>
        <source>Set MASTER_ADDR to an address of rank 0&apos;s machine and MASTER_PORT to a port that no other program uses.</source>
        <translation>Setzen Sie MASTER_ADDR auf eine Adresse des Rechners von Rank 0 und MASTER_PORT auf einen Port, den kein anderes Programm benutzt.</translation>
    </message>
    <message>
        <source>Process {rank} on {host} was killed: it did not end within {seconds} s.</source>
        <translation>Prozess {rank} auf {host} wurde abgebrochen: Er endete nicht innerhalb von {seconds} s.</translation>
    </message>
    <message>
        <source>Steps since its newest checkpoint may be lost. The run resumes from that checkpoint.</source>
        <translation>Schritte seit dem neuesten Checkpoint können verloren sein. Der Lauf lässt sich ab diesem Checkpoint fortsetzen.</translation>
    </message>
    <message>
        <source>The run has no older one. Start it again: framewright-cli train &apos;{run}/run.toml&apos;</source>
        <translation>Der Lauf hat keinen älteren. Starten Sie ihn neu: framewright-cli train &apos;{run}/run.toml&apos;</translation>
    </message>
    <message>
        <source>Move it out of the run, which then resumes from step {older}: mv &apos;{folder}&apos; &apos;{run}/damaged-{step}&apos;, then framewright-cli train --resume &apos;{run}&apos;</source>
        <translation>Verschieben Sie ihn aus dem Lauf, der dann bei Schritt {older} fortgesetzt wird: mv &apos;{folder}&apos; &apos;{run}/damaged-{step}&apos;, dann framewright-cli train --resume &apos;{run}&apos;</translation>
    </message>
    <message>
        <source>{count} of the {total} samples cannot be trained on ({missing} are missing, {broken} could not be encoded):{list}</source>
        <translation>Mit {count} der {total} Samples kann nicht trainiert werden ({missing} fehlen, {broken} konnten nicht kodiert werden):{list}</translation>
    </message>
    <message>
        <source>Connect the disk or replace the clips, then resume the run: what has been encoded is kept. To train without them, start it again with data.allow_unreadable = true.</source>
        <translation>Schließen Sie den Datenträger an oder ersetzen Sie die Clips, und setzen Sie den Lauf dann fort: Was kodiert ist, bleibt erhalten. Um ohne sie zu trainieren, starten Sie ihn neu mit data.allow_unreadable = true.</translation>
    </message>
    <message>
        <source>Remove the cause and resume the run; its checkpoints are intact.</source>
        <translation>Beheben Sie die Ursache und setzen Sie den Lauf fort; seine Checkpoints sind unversehrt.</translation>
    </message>
    <message>
        <source>What was saved earlier is intact. Remove the cause, then resume the run from its newest checkpoint.</source>
        <translation>Was vorher gespeichert wurde, ist unversehrt. Beheben Sie die Ursache, und setzen Sie den Lauf dann von seinem neuesten Checkpoint aus fort.</translation>
    </message>
    <message>
        <source>The run waits because its cache {folder} cannot be reached. {reason}</source>
        <translation>Der Lauf wartet, weil sein Cache {folder} nicht erreichbar ist. {reason}</translation>
    </message>
    <message>
        <source>Connect its drive again: the run then continues by itself. Pausing or stopping ends the run with a checkpoint.</source>
        <translation>Verbinden Sie das Laufwerk wieder: Der Lauf geht dann von selbst weiter. Anhalten oder Beenden beendet den Lauf mit einem Checkpoint.</translation>
    </message>
    <message>
        <source>The run waits because {saved} of step {step} cannot be saved. {reason}</source>
        <translation>Der Lauf wartet, weil {saved} von Schritt {step} nicht gespeichert werden kann. {reason}</translation>
    </message>
    <message>
        <source>Make the folder writable: the run then continues by itself. Pausing or stopping ends the run without it.</source>
        <translation>Machen Sie den Ordner beschreibbar: Der Lauf geht dann von selbst weiter. Anhalten oder Beenden beendet den Lauf ohne dies.</translation>
    </message>
    <message>
        <source>To use several GPUs, start the run with `framewright-cli launch --nproc`; see distributed.*.</source>
        <translation>Für mehrere GPUs den Lauf mit `framewright-cli launch --nproc` starten; siehe distributed.*.</translation>
    </message>
    <message>
        <source>{file} does not start a training: no command in it runs a training script with flags.</source>
        <translation>{file} startet kein Training: Kein Befehl darin führt ein Trainingsskript mit Optionen aus.</translation>
    </message>
    <message>
        <source>For the same number of clips per update, set training.gradient_accumulation_steps = {steps}. To use as many GPUs here: framewright-cli launch --nproc {count} -- train RUN.toml.</source>
        <translation>Für gleich viele Clips je Aktualisierung training.gradient_accumulation_steps = {steps} setzen. Um hier ebenso viele GPUs zu nutzen: framewright-cli launch --nproc {count} -- train RUN.toml.</translation>
    </message>
    <message>
        <source>{file} starts a training of {trainer}, whose scripts Framewright does not read.</source>
        <translation>{file} startet ein Training mit {trainer}, dessen Skripte Framewright nicht liest.</translation>
    </message>
    <message>
        <source>Start from a preset instead: the guide&apos;s page &quot;Coming from another trainer&quot; lists what the settings are called here.</source>
        <translation>Stattdessen von einer Vorlage ausgehen: Die Seite „Coming from another trainer“ der Anleitung nennt die hiesigen Namen der Einstellungen.</translation>
    </message>
    <message>
        <source>{program} is not recognised as a script of finetrainers or CogVideoX-Factory.</source>
        <translation>{program} wird nicht als Skript von finetrainers oder CogVideoX-Factory erkannt.</translation>
    </message>
    <message>
        <source>{file}, line {line}: {flag} belongs to no command, since a comment or an empty line ends the one before it.</source>
        <translation>{file}, Zeile {line}: {flag} gehört zu keinem Befehl, da ein Kommentar oder eine leere Zeile den vorigen beendet.</translation>
    </message>
    <message>
        <source>Remove the comments and empty lines between the flags of a command.</source>
        <translation>Kommentare und leere Zeilen zwischen den Optionen eines Befehls entfernen.</translation>
    </message>
    <message>
        <source>{file}, which the launcher reads, was not found, so nothing of it is carried over.</source>
        <translation>{file}, das der Starter liest, wurde nicht gefunden; daraus wird nichts übernommen.</translation>
    </message>
    <message>
        <source>{file} sets {variables} for its commands.</source>
        <translation>{file} setzt {variables} für seine Befehle.</translation>
    </message>
    <message>
        <source>--{flag}: finetrainers reads this flag and does nothing with it; here it has an effect.</source>
        <translation>--{flag}: finetrainers liest diese Option und tut damit nichts; hier wirkt sie.</translation>
    </message>
    <message>
        <source>To train as finetrainers does, set {key} = false.</source>
        <translation>Um wie finetrainers zu trainieren, {key} = false setzen.</translation>
    </message>
    <message>
        <source>The caption is {value}, not text.</source>
        <translation>Die Beschreibung ist {value}, kein Text.</translation>
    </message>
    <message>
        <source>Write the caption as text. The clip is imported without a caption.</source>
        <translation>Die Beschreibung als Text schreiben. Der Clip wird ohne Beschreibung importiert.</translation>
    </message>
    <message>
        <source>{list} is not UTF-8 text.</source>
        <translation>{list} ist kein UTF-8-Text.</translation>
    </message>
    <message>
        <source>Save it as UTF-8: spreadsheets call it &quot;CSV UTF-8&quot;.</source>
        <translation>Als UTF-8 speichern: Tabellenprogramme nennen es „CSV UTF-8“.</translation>
    </message>
    <message>
        <source>{list} cannot be used: {reason}.</source>
        <translation>{list} kann nicht verwendet werden: {reason}.</translation>
    </message>
    <message>
        <source>Correct the file.</source>
        <translation>Die Datei berichtigen.</translation>
    </message>
    <message>
        <source>{file} does not exist; it is a Windows path.</source>
        <translation>{file} gibt es nicht; es ist ein Windows-Pfad.</translation>
    </message>
    <message>
        <source>Write paths with / and relative to the list, or to the folder of --data-root.</source>
        <translation>Pfade mit / und relativ zur Liste oder zum Ordner von --data-root schreiben.</translation>
    </message>
    <message>
        <source>{folder} contains no videos or pictures.</source>
        <translation>{folder} enthält weder Videos noch Bilder.</translation>
    </message>
    <message>
        <source>Choose the folder that contains them.</source>
        <translation>Den Ordner wählen, der sie enthält.</translation>
    </message>
    <message>
        <source>{files} {files:file was|files were} not imported, since {files:its name is|their names are} not that of a video, picture or caption: {names}.</source>
        <translation>{files} {files:Datei wurde|Dateien wurden} nicht importiert, da {files:ihr Name|ihre Namen} nicht auf Video, Bild oder Beschreibung {files:lautet|lauten}: {names}.</translation>
    </message>
    <message>
        <source>If one of them is a video, add that file itself.</source>
        <translation>Ist eine davon ein Video, diese Datei selbst hinzufügen.</translation>
    </message>
    <message>
        <source>Deinterlace it before you import it: ffmpeg -i IN -vf bwdif=mode=send_frame -crf 12 OUT.mp4.</source>
        <translation>Vor dem Import den Zeilensprung entfernen: ffmpeg -i IN -vf bwdif=mode=send_frame -crf 12 OUT.mp4.</translation>
    </message>
    <message>
        <source>{file} has transparent parts, which are shown on black.</source>
        <translation>{file} hat durchsichtige Teile; sie werden auf Schwarz gezeigt.</translation>
    </message>
    <message>
        <source>If black is not what you want, put a background behind it before you import it.</source>
        <translation>Ist Schwarz nicht gewünscht, vor dem Import einen Hintergrund einfügen.</translation>
    </message>
    <message>
        <source>Find them with the filter is:interlaced, deinterlace the files and import those.</source>
        <translation>Mit dem Filter is:interlaced suchen, den Zeilensprung der Dateien entfernen und diese importieren.</translation>
    </message>
    <message>
        <source>{clips} {clips:clip has|clips have} transparent parts, which are shown on black.</source>
        <translation>{clips} {clips:Clip hat|Clips haben} durchsichtige Teile; sie werden auf Schwarz gezeigt.</translation>
    </message>
    <message>
        <source>Find them with the filter is:transparent.</source>
        <translation>Mit dem Filter is:transparent suchen.</translation>
    </message>
    <message>
        <source>Rename the file, export cut clips, or choose a CSV or JSONL layout.</source>
        <translation>Die Datei umbenennen, geschnittene Clips exportieren oder ein CSV- oder JSONL-Layout wählen.</translation>
    </message>
    <message>
        <source>The caption of {file} has changed since the clip was imported; the project keeps its own.</source>
        <translation>Die Beschreibung von {file} hat sich seit dem Import des Clips geändert; das Projekt behält seine eigene.</translation>
    </message>
    <message>
        <source>To take the new one, import again with &quot;Update captions&quot; (--update-captions). The one in the project stays in the clip&apos;s history.</source>
        <translation>Um die neue zu übernehmen, mit „Beschreibungen aktualisieren“ (--update-captions) erneut importieren. Die des Projekts bleibt im Verlauf des Clips.</translation>
    </message>
    <message>
        <source>{file} is a file, but a project is a folder.</source>
        <translation>{file} ist eine Datei, ein Projekt aber ein Ordner.</translation>
    </message>
    <message>
        <source>Name the project&apos;s folder first, then the files.</source>
        <translation>Zuerst den Ordner des Projekts nennen, dann die Dateien.</translation>
    </message>
    <message>
        <source>{file} is a configuration file of {trainer}, which Framewright does not read.</source>
        <translation>{file} ist eine Konfigurationsdatei von {trainer}, die Framewright nicht liest.</translation>
    </message>
    <message>
        <source>Import the folder of videos with `dataset import`, and start from a preset: the guide&apos;s page &quot;Coming from another trainer&quot; lists what the settings are called here.</source>
        <translation>Den Ordner der Videos mit `dataset import` importieren und von einer Vorlage ausgehen: Die Seite „Coming from another trainer“ der Anleitung nennt die hiesigen Namen der Einstellungen.</translation>
    </message>
    <message>
        <source>Settings that the command leaves out have Framewright&apos;s defaults; check each one.</source>
        <translation>Einstellungen, die der Befehl auslässt, haben die Vorgaben von Framewright; jede prüfen.</translation>
    </message>
    <message>
        <source>Put it next to the script, or set precision, accumulation, clipping, offload and ZeRO yourself.</source>
        <translation>Die Datei neben das Skript legen, oder Genauigkeit, Akkumulation, Begrenzung, Auslagerung und ZeRO selbst setzen.</translation>
    </message>
    <message>
        <source>Set the variables that you still need before you start Framewright.</source>
        <translation>Weiterhin benötigte Variablen vor dem Start von Framewright setzen.</translation>
    </message>
    <message>
        <source>{file} is interlaced: moving edges have comb lines. It is used as it is.</source>
        <translation>{file} hat Zeilensprung (interlaced): Bewegte Kanten haben Kammlinien. Die Datei wird unverändert verwendet.</translation>
    </message>
    <message>
        <source>{clips} {clips:clip is|clips are} interlaced: moving edges have comb lines.</source>
        <translation>{clips} {clips:Clip hat|Clips haben} Zeilensprung (interlaced): Bewegte Kanten haben Kammlinien.</translation>
    </message>
    <message>
        <source>The name of {file} contains a line break, or starts or ends with a space, which this layout cannot hold; the clip is not exported.</source>
        <translation>Der Name von {file} enthält einen Zeilenumbruch oder beginnt oder endet mit einem Leerzeichen, was dieses Layout nicht aufnehmen kann; der Clip wird nicht exportiert.</translation>
    </message>
    <message>
        <source>{module} changes weights by up to {change}; half precision holds at most 65504.</source>
        <translation>{module} ändert Gewichte um bis zu {change}; halbe Genauigkeit reicht nur bis 65504.</translation>
    </message>
    <message>
        <source>The file is unusable: it is damaged, or its alpha of {alpha} is wrong.</source>
        <translation>Die Datei ist unbrauchbar: Sie ist beschädigt, oder ihr Alpha von {alpha} ist falsch.</translation>
    </message>
    <message>
        <source>{tensor} cannot be merged: its values leave the range of {dtype}.</source>
        <translation>{tensor} lässt sich nicht verschmelzen: Die Werte verlassen den Bereich von {dtype}.</translation>
    </message>
    <message>
        <source>Lower the weights of the LoRAs, or merge into a model that is stored in bf16 or fp32.</source>
        <translation>Verringern Sie die Gewichte der LoRAs, oder verschmelzen Sie mit einem Modell, das in bf16 oder fp32 gespeichert ist.</translation>
    </message>
    <message>
        <source>The model computed infinite values or NaN while {phase}.</source>
        <translation>Das Modell hat unendliche Werte oder NaN berechnet (Phase: {phase}).</translation>
    </message>
    <message>
        <source>Compute in bf16 or fp32 instead of fp16, or lower the LoRA weights. If the LoRA or the model comes from a run that diverged, use an older checkpoint.</source>
        <translation>Rechnen Sie in bf16 oder fp32 statt fp16, oder verringern Sie die Gewichte der LoRAs. Stammt die LoRA oder das Modell aus einem Lauf, der divergiert ist, verwenden Sie einen älteren Checkpoint.</translation>
    </message>
    <message>
        <source>{file} cannot be used as a LoRA: {problems}.</source>
        <translation>{file} lässt sich nicht als LoRA verwenden: {problems}.</translation>
    </message>
    <message>
        <source>Check its permissions, or copy or download it again.</source>
        <translation>Prüfen Sie die Zugriffsrechte, oder kopieren oder laden Sie es erneut.</translation>
    </message>
    <message>
        <source>{file} holds quantized weights ({kind}), which cannot be used: {tensor}.</source>
        <translation>{file} enthält quantisierte Gewichte ({kind}), die nicht verwendet werden können: {tensor}.</translation>
    </message>
    <message>
        <source>Some captions of this run lack its trigger word: an older version left it out if a caption began with the same letters.</source>
        <translation>Einigen Beschreibungen dieses Laufs fehlt das Triggerwort: Eine ältere Version ließ es weg, wenn eine Beschreibung mit denselben Buchstaben begann.</translation>
    </message>
    <message>
        <source>The run keeps its captions. To train with the word in all of them, start a new run.</source>
        <translation>Der Lauf behält seine Beschreibungen. Starten Sie einen neuen Lauf, um mit dem Wort in allen zu trainieren.</translation>
    </message>
    <message>
        <source>The model is incomplete: {parts} {count:has|have} no weights (.safetensors).</source>
        <translation>Das Modell ist unvollständig: {parts} {count:hat|haben} keine Gewichte (.safetensors).</translation>
    </message>
    <message>
        <source>The project&apos;s clips have changed since this dataset was frozen ({time}): {changes}.</source>
        <translation>Die Clips des Projekts haben sich geändert, seit dieser Datensatz eingefroren wurde ({time}): {changes}.</translation>
    </message>
    <message>
        <source>Update it to train on the clips as they are when the run starts.</source>
        <translation>Aktualisieren Sie ihn, um mit den Clips zu trainieren, wie sie beim Start des Laufs sind.</translation>
    </message>
    <message>
        <source>Encode in tiles (data.vae_tiling, or --vae-tiling), stream the text encoder (validation.text_encoder, or --text-encoder stream), or choose smaller buckets. What was encoded is kept.</source>
        <translation>In Kacheln kodieren (data.vae_tiling oder --vae-tiling), den Text-Encoder streamen (validation.text_encoder oder --text-encoder stream) oder kleinere Buckets wählen. Was kodiert ist, bleibt erhalten.</translation>
    </message>
    <message>
        <source>{file} is the frozen dataset of the run {run}.</source>
        <translation>{file} ist der eingefrorene Datensatz des Laufs {run}.</translation>
    </message>
    <message>
        <source>{dataset} is not encoded as the model {model} needs it: {differences}.</source>
        <translation>{dataset} ist nicht so kodiert, wie das Modell {model} es braucht: {differences}.</translation>
    </message>
    <message>
        <source>Encode it for this model: framewright-cli precompute {arguments}</source>
        <translation>Für dieses Modell kodieren: framewright-cli precompute {arguments}</translation>
    </message>
    <message>
        <source>Encode what is missing: framewright-cli precompute {arguments}</source>
        <translation>Kodieren, was fehlt: framewright-cli precompute {arguments}</translation>
    </message>
    <message>
        <source>Encode without tiles: set data.vae_tiling = false, or leave out --vae-tiling of precompute.</source>
        <translation>Ohne Kacheln kodieren: data.vae_tiling = false setzen oder --vae-tiling bei precompute weglassen.</translation>
    </message>
    <message>
        <source>Delete this sample&apos;s files from the cache and resume the run: it encodes them again.</source>
        <translation>Die Dateien dieses Samples aus dem Cache löschen und den Lauf fortsetzen: Er kodiert sie neu.</translation>
    </message>
    <message>
        <source>`framewright-cli train --resume {run}` encodes what it lacks. To encode it with other options, write to another file with --out.</source>
        <translation>`framewright-cli train --resume {run}` kodiert, was ihm fehlt. Um ihn mit anderen Optionen zu kodieren, mit --out in eine andere Datei schreiben.</translation>
    </message>
    <message>
        <source>The run {run} needs cache entries that cannot be created again: {reason}</source>
        <translation>Der Lauf {run} braucht Cache-Einträge, die sich nicht neu erzeugen lassen: {reason}</translation>
    </message>
    <message>
        <source>Restore the model (model.folder, model.parts) and the videos that the run was encoded from. Or continue as a new run, which encodes for itself: framewright-cli train --branch {run}</source>
        <translation>Das Modell (model.folder, model.parts) und die Videos wiederherstellen, aus denen der Lauf kodiert wurde. Oder als neuer Lauf weitermachen, der selbst kodiert: framewright-cli train --branch {run}</translation>
    </message>
    <message>
        <source>Cache entries that {dataset} needs are missing or damaged. The first one is {file}.</source>
        <translation>Cache-Einträge, die {dataset} braucht, fehlen oder sind beschädigt. Der erste ist {file}.</translation>
    </message>
    <message>
        <source>Try again: training recreates the entry, and measuring a loss shows the command that does.</source>
        <translation>Noch einmal versuchen: Das Training erzeugt den Eintrag neu, und eine Loss-Messung nennt den Befehl dafür.</translation>
    </message>
    <message>
        <source>Delete the damaged files, then start or resume the run: it encodes missing entries with its own settings.</source>
        <translation>Die beschädigten Dateien löschen und den Lauf starten oder fortsetzen: Er kodiert fehlende Einträge mit seinen eigenen Einstellungen.</translation>
    </message>
    <message>
        <source>Clips of {bucket} cannot be encoded in tiles: this VAE&apos;s tiles are {height}x{width} pixels apart, which is not a multiple of {factor}.</source>
        <translation>Clips von {bucket} lassen sich nicht in Kacheln kodieren: Die Kacheln dieses VAE liegen {height}x{width} Pixel auseinander, kein Vielfaches von {factor}.</translation>
    </message>
    <message>
        <source>{card} is too old for LibTorch&apos;s kernels.</source>
        <translation>{card} ist zu alt für die Kernels von LibTorch.</translation>
    </message>
    <message>
        <source>Training and previews need compute capability 7.5: an RTX 20 series card or newer.</source>
        <translation>Training und Vorschau brauchen Compute Capability 7.5: eine Karte der RTX-20-Serie oder neuer.</translation>
    </message>
    <message>
        <source>{card} (compute capability {capability}) cannot compute attention in bf16.</source>
        <translation>{card} (Compute Capability {capability}) kann Attention nicht in bf16 berechnen.</translation>
    </message>
    <message>
        <source>Use fp16 on cards before the RTX 30 series (compute capability 8.0).</source>
        <translation>Verwenden Sie fp16 auf Karten vor der RTX-30-Serie (Compute Capability 8.0).</translation>
    </message>
    <message>
        <source>“{name}” cannot be the name of a file or folder.</source>
        <translation>„{name}“ kann kein Name einer Datei oder eines Ordners sein.</translation>
    </message>
    <message>
        <source>Use up to 200 bytes, no slash, no dot at the start and no blank at either end.</source>
        <translation>Höchstens 200 Byte, kein Schrägstrich, kein Punkt am Anfang und kein Leerzeichen am Rand.</translation>
    </message>
    <message>
        <source>{clips} {clips:clip loses|clips lose} up to {percent}% of the picture: no bucket of this model and budget with at least {batch} {batch:clip|clips} fits the shape better.</source>
        <translation>{clips} {clips:Clip verliert|Clips verlieren} bis zu {percent} % des Bildes: Für dieses Modell und Budget passt kein Bucket mit mindestens {batch} {batch:Clip|Clips} besser zum Format.</translation>
    </message>
    <message>
        <source>Crop or remove the clip, or choose its bucket yourself.</source>
        <translation>Den Clip zuschneiden oder entfernen oder seinen Bucket selbst wählen.</translation>
    </message>
    <message>
        <source>{folder} could not be created: {place} is read-only.</source>
        <translation>{folder} konnte nicht angelegt werden: {place} ist schreibgeschützt.</translation>
    </message>
    <message>
        <source>Choose a location that you can write to.</source>
        <translation>Einen Ort wählen, an dem geschrieben werden darf.</translation>
    </message>
    <message>
        <source>Changes that were not saved are kept while the window is open. Put the folder back, locate the project, or save a copy.</source>
        <translation>Nicht gespeicherte Änderungen bleiben erhalten, solange das Fenster offen ist. Den Ordner zurücklegen, das Projekt suchen oder eine Kopie speichern.</translation>
    </message>
    <message>
        <source>{names} did not finish in the last session.</source>
        <translation>{names}: in der letzten Sitzung nicht fertig geworden.</translation>
    </message>
    <message>
        <source>Resume it, or choose on the Start page.</source>
        <translation>Fortsetzen oder auf der Startseite auswählen.</translation>
    </message>
    <message>
        <source>NCCL, which connects the GPUs, failed: {reason}.</source>
        <translation>NCCL, das die GPUs verbindet, ist fehlgeschlagen: {reason}.</translation>
    </message>
    <message>
        <source>In a container, NCCL needs more than 64 MB of /dev/shm: start it with --shm-size=1g. Where GPUs cannot reach each other&apos;s memory, as behind some IOMMUs, set NCCL_P2P_DISABLE=1. With NCCL_DEBUG=WARN NCCL prints the reason.</source>
        <translation>In einem Container braucht NCCL mehr als 64 MB /dev/shm: Starten Sie ihn mit --shm-size=1g. Wo GPUs den Speicher der anderen nicht erreichen, etwa hinter manchen IOMMUs, setzen Sie NCCL_P2P_DISABLE=1. Mit NCCL_DEBUG=WARN nennt NCCL den Grund.</translation>
    </message>
    <message>
        <source>An older version trained these weights up to step {step} with frame times that differ from those of generated clips.</source>
        <translation>Eine ältere Version hat diese Gewichte bis Schritt {step} mit anderen Zeiten der Frames trainiert, als generierte Clips sie haben.</translation>
    </message>
    <message>
        <source>{card} computes in fp16 only, not in bf16.</source>
        <translation>{card} rechnet nur in fp16, nicht in bf16.</translation>
    </message>
    <message>
        <source>Choose fp16 for runs (training.mixed_precision) and clips (--dtype): bf16 needs an RTX 30 series card or newer.</source>
        <translation>Wählen Sie fp16 für Läufe (training.mixed_precision) und Clips (--dtype): bf16 braucht eine Karte der RTX-30-Serie oder eine neuere.</translation>
    </message>
    <message>
        <source>Host memory is full: {needed} needed, {free} free.</source>
        <translation>Der Arbeitsspeicher ist voll: {needed} gebraucht, {free} frei.</translation>
    </message>
    <message>
        <source>Close other programs, stream fewer blocks (memory.streamed_blocks), or keep activations and optimizer on the GPU. What was saved is intact: a run resumes from its newest checkpoint, if it has one.</source>
        <translation>Schließen Sie andere Programme, streamen Sie weniger Blöcke (memory.streamed_blocks), oder lassen Sie Aktivierungen und Optimierer auf der GPU. Gespeichertes ist unversehrt: Ein Lauf wird von seinem neuesten Checkpoint fortgesetzt, falls es einen gibt.</translation>
    </message>
    <message>
        <source>{card} cannot train in bf16.</source>
        <translation>{card} kann nicht in bf16 trainieren.</translation>
    </message>
    <message>
        <source>Choose fp16 as the precision, or fit the run to the GPU.</source>
        <translation>Wählen Sie fp16 als Genauigkeit, oder passen Sie den Lauf an die GPU an.</translation>
    </message>
    <message>
        <source>Choose the format comfyui or kohya.</source>
        <translation>Wählen Sie das Format comfyui oder kohya.</translation>
    </message>
    <message>
        <source>Set model.wan.expert to high or low, or train a LoRA.</source>
        <translation>Setzen Sie model.wan.expert auf high oder low, oder trainieren Sie ein LoRA.</translation>
    </message>
    <message>
        <source>{model} generates clips between a first and a last image, but no last one was given.</source>
        <translation>{model} generiert Clips zwischen einem ersten und einem letzten Bild, aber das letzte fehlt.</translation>
    </message>
    <message>
        <source>Give an image at frame -1, or in a run validation.validation_last_images, or choose a model that needs only a first image.</source>
        <translation>Geben Sie ein Bild bei Frame -1 an (in einem Lauf: validation.validation_last_images), oder wählen Sie ein Modell, das nur ein erstes Bild braucht.</translation>
    </message>
    <message>
        <source>The LoRA changes {tensor} as a whole, which the format {format} cannot express.</source>
        <translation>Das LoRA ändert {tensor} als Ganzes, was das Format {format} nicht ausdrücken kann.</translation>
    </message>
    <message>
        <source>A full fine-tune trains only one of this model&apos;s two experts.</source>
        <translation>Ein volles Fine-Tuning trainiert nur einen der beiden Experten dieses Modells.</translation>
    </message>
    <message>
        <source>{file}: {key} has {images} {images:image|images} for {prompts} validation {prompts:prompt|prompts}.</source>
        <translation>{file}: {key} enthält {images} {images:Bild|Bilder} für {prompts} {prompts:Validierungsprompt|Validierungsprompts}.</translation>
    </message>
    <message>
        <source>This model needs one image per prompt.</source>
        <translation>Dieses Modell braucht für jeden Prompt ein Bild.</translation>
    </message>
    <message>
        <source>There is no timestep to train at: the range from {least} to {most} is empty.</source>
        <translation>Es gibt keinen Zeitschritt zum Trainieren: Der Bereich von {least} bis {most} ist leer.</translation>
    </message>
    <message>
        <source>Widen min_timestep and max_timestep of the model; each of two experts is only trained on its side of the boundary.</source>
        <translation>Erweitern Sie min_timestep und max_timestep des Modells; jeder Experte wird nur auf seiner Seite der Grenze trainiert.</translation>
    </message>
    <message>
        <source>The preview LoRA {file} cannot be used: {reason}</source>
        <translation>Das Vorschau-LoRA {file} kann nicht verwendet werden: {reason}</translation>
    </message>
    <message>
        <source>Change validation.preview_loras, or leave it empty.</source>
        <translation>validation.preview_loras ändern oder leer lassen.</translation>
    </message>
    <message>
        <source>Clip {clip} is a video and every bucket has one frame.</source>
        <translation>Clip {clip} ist ein Video, und jeder Bucket hat nur einen Frame.</translation>
    </message>
    <message>
        <source>Add a bucket of several frames, or remove the clip.</source>
        <translation>Einen Bucket mit mehreren Frames hinzufügen oder den Clip entfernen.</translation>
    </message>
    <message>
        <source>Check the network and the proxy settings, then try again: it continues from here.</source>
        <translation>Prüfen Sie das Netzwerk und die Proxy-Einstellungen und versuchen Sie es dann erneut: Es geht von hier aus weiter.</translation>
    </message>
    <message>
        <source>{host} has a problem of its own (error {status}).</source>
        <translation>{host} hat selbst ein Problem (Fehler {status}).</translation>
    </message>
    <message>
        <source>Try again later: it continues from here.</source>
        <translation>Versuchen Sie es später erneut: Es geht von hier aus weiter.</translation>
    </message>
    <message>
        <source>{host} allows no more requests from this computer; it asks to wait for {wait}.</source>
        <translation>{host} erlaubt diesem Computer derzeit keine weiteren Anfragen und bittet, {wait} zu warten.</translation>
    </message>
    <message>
        <source>Try again after that time: it continues from here.</source>
        <translation>Versuchen Sie es nach dieser Zeit erneut: Es geht von hier aus weiter.</translation>
    </message>
    <message>
        <source>{address} is redirected without end.</source>
        <translation>{address} wird endlos umgeleitet.</translation>
    </message>
    <message>
        <source>The server or a proxy is set up wrongly. Try again later, or use another address or network.</source>
        <translation>Der Server oder ein Proxy ist falsch eingerichtet. Versuchen Sie es später erneut oder mit einer anderen Adresse oder einem anderen Netzwerk.</translation>
    </message>
    <message>
        <source>{address} arrived only in part: the server sent {got} of {expected} and stopped.</source>
        <translation>{address} ist nur teilweise angekommen: Der Server hat {got} von {expected} gesendet und dann aufgehört.</translation>
    </message>
    <message>
        <source>Try again: it continues from here. If that does not help, use another network.</source>
        <translation>Versuchen Sie es erneut: Es geht von hier aus weiter. Hilft das nicht, verwenden Sie ein anderes Netzwerk.</translation>
    </message>
    <message>
        <source>{address} has {got}, and {expected} were announced.</source>
        <translation>{address} hat {got}; angekündigt waren {expected}.</translation>
    </message>
    <message>
        <source>The file was changed on the server, or a proxy alters it. Try again; if that does not help, use another network.</source>
        <translation>Die Datei wurde auf dem Server geändert, oder etwas verändert sie unterwegs. Versuchen Sie es erneut; hilft das nicht, verwenden Sie ein anderes Netzwerk.</translation>
    </message>
    <message>
        <source>A web page arrived instead of {address}.</source>
        <translation>Statt {address} ist eine Webseite angekommen.</translation>
    </message>
    <message>
        <source>Networks in hotels and companies do this until you log in: open any page in a browser, log in, then try again.</source>
        <translation>Netzwerke in Hotels und Firmen tun das, bis Sie sich anmelden: Öffnen Sie eine beliebige Seite im Browser, melden Sie sich an und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>The disk is full: {file} could not be written any further.</source>
        <translation>Der Datenträger ist voll: {file} konnte nicht weiter geschrieben werden.</translation>
    </message>
    <message>
        <source>Free some space, then try again: it continues from here.</source>
        <translation>Schaffen Sie Platz und versuchen Sie es dann erneut: Es geht von hier aus weiter.</translation>
    </message>
    <message>
        <source>Correct the permissions of its folder, then try again: it continues from here.</source>
        <translation>Berichtigen Sie die Rechte des Ordners und versuchen Sie es dann erneut: Es geht von hier aus weiter.</translation>
    </message>
    <message>
        <source>{name} is not the name of a repository.</source>
        <translation>{name} ist kein Name eines Repositorys.</translation>
    </message>
    <message>
        <source>Write it as on its page on the hub: owner/name.</source>
        <translation>Schreiben Sie ihn wie auf der Seite des Hubs: owner/name.</translation>
    </message>
    <message>
        <source>{revision} is not the name of a revision.</source>
        <translation>{revision} ist kein Name einer Revision.</translation>
    </message>
    <message>
        <source>Name a branch, a tag or a commit, for example main.</source>
        <translation>Nennen Sie einen Branch, ein Tag oder einen Commit, zum Beispiel main.</translation>
    </message>
    <message>
        <source>The token for the hub is not a token: it contains other characters.</source>
        <translation>Das Token für den Hub ist keines: Es enthält andere Zeichen.</translation>
    </message>
    <message>
        <source>Copy it again from the hub&apos;s settings, without blanks and line breaks; the places are --token, HF_TOKEN and the file that HF_TOKEN_PATH names.</source>
        <translation>Kopieren Sie es erneut aus den Einstellungen des Hubs, ohne Leerzeichen und Zeilenumbrüche; die Stellen sind --token, HF_TOKEN und die Datei, die HF_TOKEN_PATH nennt.</translation>
    </message>
    <message>
        <source>{host} has no public repository {repository}.</source>
        <translation>{host} hat kein öffentliches Repository {repository}.</translation>
    </message>
    <message>
        <source>Check the spelling. For a private repository, give a token of an account that may read it (--token or HF_TOKEN).</source>
        <translation>Prüfen Sie die Schreibweise. Für ein privates Repository geben Sie ein Token eines Kontos an, das es lesen darf (--token oder HF_TOKEN).</translation>
    </message>
    <message>
        <source>{repository} has no revision {revision}.</source>
        <translation>{repository} hat keine Revision {revision}.</translation>
    </message>
    <message>
        <source>Name one of the branches or tags on its page, or none for the newest state.</source>
        <translation>Nennen Sie einen Branch oder ein Tag von seiner Seite, oder keines für den neuesten Stand.</translation>
    </message>
    <message>
        <source>{file} of {repository} is listed, but it is not on the server.</source>
        <translation>{file} aus {repository} ist aufgeführt, liegt aber nicht auf dem Server.</translation>
    </message>
    <message>
        <source>The repository is being changed, or a mirror is incomplete: try again later.</source>
        <translation>Das Repository wird gerade geändert, oder ein Spiegel ist unvollständig: Versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>{host} does not accept the token: it is wrong or has expired.</source>
        <translation>{host} akzeptiert das Token nicht: Es ist falsch oder abgelaufen.</translation>
    </message>
    <message>
        <source>Make a new one in the hub&apos;s settings and give it with --token, HF_TOKEN or the token file; without a token, public repositories still work.</source>
        <translation>Erstellen Sie ein neues in den Einstellungen des Hubs und geben Sie es mit --token, HF_TOKEN oder der Token-Datei an; öffentliche Repositorys gehen auch ohne Token.</translation>
    </message>
    <message>
        <source>{repository} is only for accounts that have accepted its conditions.</source>
        <translation>{repository} ist nur für Konten, die seine Bedingungen angenommen haben.</translation>
    </message>
    <message>
        <source>Log in on {page}, accept them, then give a token of that account (--token or HF_TOKEN).</source>
        <translation>Melden Sie sich auf {page} an, nehmen Sie sie an und geben Sie dann ein Token dieses Kontos an (--token oder HF_TOKEN).</translation>
    </message>
    <message>
        <source>This account or token may not read {repository}.</source>
        <translation>Dieses Konto oder Token darf {repository} nicht lesen.</translation>
    </message>
    <message>
        <source>Use a token with permission to read it, or ask its owner for access.</source>
        <translation>Verwenden Sie ein Token mit Leserecht, oder bitten Sie den Besitzer um Zugang.</translation>
    </message>
    <message>
        <source>{address} does not answer like a model hub: {reason}.</source>
        <translation>{address} antwortet nicht wie ein Modell-Hub: {reason}.</translation>
    </message>
    <message>
        <source>Check HF_ENDPOINT, if it is set, and the proxy. In a network with a login page, log in first.</source>
        <translation>Prüfen Sie HF_ENDPOINT, falls gesetzt, und den Proxy. In einem Netzwerk mit Anmeldeseite melden Sie sich zuerst an.</translation>
    </message>
    <message>
        <source>{repository} lists a file that would be written outside of its folder: {file}.</source>
        <translation>{repository} führt eine Datei auf, die außerhalb seines Ordners geschrieben würde: {file}.</translation>
    </message>
    <message>
        <source>Nothing was downloaded. Do not use this repository, and report it to the hub.</source>
        <translation>Es wurde nichts heruntergeladen. Verwenden Sie dieses Repository nicht und melden Sie es dem Hub.</translation>
    </message>
    <message>
        <source>{file} is a link, and nothing is written through links.</source>
        <translation>{file} ist eine Verknüpfung, und durch Verknüpfungen wird nichts geschrieben.</translation>
    </message>
    <message>
        <source>Choose another folder, or remove the link.</source>
        <translation>Wählen Sie einen anderen Ordner oder entfernen Sie die Verknüpfung.</translation>
    </message>
    <message>
        <source>{file} of {repository} was changed during the download.</source>
        <translation>{file} aus {repository} wurde während des Herunterladens geändert.</translation>
    </message>
    <message>
        <source>Try again: what has not changed is kept.</source>
        <translation>Versuchen Sie es erneut: Was sich nicht geändert hat, bleibt erhalten.</translation>
    </message>
    <message>
        <source>What arrived as {file} of {repository} is not that file.</source>
        <translation>Was als {file} aus {repository} angekommen ist, ist nicht diese Datei.</translation>
    </message>
    <message>
        <source>Something between you and the hub alters files. It was removed; try again, or use another network or mirror.</source>
        <translation>Etwas zwischen Ihnen und dem Hub verändert Dateien. Sie wurde entfernt; versuchen Sie es erneut oder verwenden Sie ein anderes Netzwerk oder einen anderen Spiegel.</translation>
    </message>
    <message>
        <source>The download needs {need} in {folder}, and only {free} are free.</source>
        <translation>Das Herunterladen braucht {need} in {folder}, und nur {free} sind frei.</translation>
    </message>
    <message>
        <source>Free some space, or choose a folder on a larger disk (--to, HF_HUB_CACHE); the files downloaded so far are kept.</source>
        <translation>Schaffen Sie Platz, oder wählen Sie einen Ordner auf einem größeren Datenträger (--to, HF_HUB_CACHE); was schon da ist, bleibt erhalten.</translation>
    </message>
    <message>
        <source>{repository} is not complete on this computer, and downloads are switched off.</source>
        <translation>{repository} ist auf diesem Computer nicht vollständig, und Herunterladen ist abgeschaltet.</translation>
    </message>
    <message>
        <source>Missing: {missing}. Download it without --offline and with HF_HUB_OFFLINE unset.</source>
        <translation>Es fehlt: {missing}. Laden Sie es ohne --offline und ohne gesetztes HF_HUB_OFFLINE herunter.</translation>
    </message>
    <message>
        <source>{repository} has no .safetensors weights in {part}.</source>
        <translation>{repository} hat in {part} keine .safetensors-Gewichte.</translation>
    </message>
    <message>
        <source>Other formats of weights are not read. Look for another repository of the same model.</source>
        <translation>Andere Formate von Gewichten werden nicht gelesen. Suchen Sie ein anderes Repository desselben Modells.</translation>
    </message>
    <message>
        <source>{repository} has no {part}.</source>
        <translation>{repository} hat kein {part}.</translation>
    </message>
    <message>
        <source>Look for the repository in diffusers layout.</source>
        <translation>Suchen Sie das Repository im diffusers-Layout.</translation>
    </message>
    <message>
        <source>{repository} contains nothing that Framewright uses.</source>
        <translation>{repository} enthält nichts, was Framewright verwendet.</translation>
    </message>
    <message>
        <source>A model is a folder in diffusers layout; a dataset consists of videos or pictures, with or without lists of captions.</source>
        <translation>Ein Modell ist ein Ordner im diffusers-Layout; ein Datensatz besteht aus Videos oder Bildern, mit oder ohne Listen von Beschreibungen.</translation>
    </message>
    <message>
        <source>{model} is not in the catalogue of models.</source>
        <translation>{model} steht nicht im Katalog der Modelle.</translation>
    </message>
    <message>
        <source>Name one of these, or a repository on the hub as owner/name: {known}.</source>
        <translation>Nennen Sie eines von diesen, oder ein Repository auf dem Hub als owner/name: {known}.</translation>
    </message>
    <message>
        <source>{model} is under a licence with terms that you have to accept: {licence}.</source>
        <translation>{model} steht unter einer Lizenz mit Bedingungen, die Sie annehmen müssen: {licence}.</translation>
    </message>
    <message>
        <source>Read it ({address}), and if you accept it, add --accept-licence.</source>
        <translation>Lesen Sie sie ({address}), und wenn Sie sie annehmen, fügen Sie --accept-licence hinzu.</translation>
    </message>
    <message>
        <source>The first of two stages cannot make a clip for {height} x {width} pixels.</source>
        <translation>Die erste von zwei Stufen kann keinen Clip für {height} x {width} Pixel generieren.</translation>
    </message>
    <message>
        <source>Choose a height and width that are multiples of {multiple}, or one stage.</source>
        <translation>Wählen Sie Höhe und Breite als Vielfache von {multiple}, oder eine Stufe.</translation>
    </message>
    <message>
        <source>“{text}” in {setting} is not what the setting lists.</source>
        <translation>„{text}“ in {setting} ist nicht, was diese Einstellung aufzählt.</translation>
    </message>
    <message>
        <source>Give noise levels from 1 down to above 0, and blocks by their numbers from 0.</source>
        <translation>Geben Sie Rauschstärken von 1 abwärts bis über 0 an, und Blöcke mit ihren Nummern ab 0.</translation>
    </message>
    <message>
        <source>&quot;{text}&quot; is not a list of values for a sweep: {reason}.</source>
        <translation>„{text}“ ist keine Liste von Werten für einen Sweep: {reason}.</translation>
    </message>
    <message>
        <source>Write it as key=value,value, for example optimizer.lr=1e-4,1e-3.</source>
        <translation>Schreiben Sie Schlüssel=Wert,Wert, zum Beispiel optimizer.lr=1e-4,1e-3.</translation>
    </message>
    <message>
        <source>The sweep varies {key} twice.</source>
        <translation>Der Sweep variiert {key} zweimal.</translation>
    </message>
    <message>
        <source>List all values of a setting in one place.</source>
        <translation>Nennen Sie alle Werte einer Einstellung an einer Stelle.</translation>
    </message>
    <message>
        <source>The sweep would have more than {most} runs.</source>
        <translation>Der Sweep hätte mehr als {most} Läufe.</translation>
    </message>
    <message>
        <source>Leave out values, or sweep over one setting after the other.</source>
        <translation>Lassen Sie Werte weg oder variieren Sie eine Einstellung nach der anderen.</translation>
    </message>
    <message>
        <source>{file} is not a sweep: {reason}.</source>
        <translation>{file} ist kein Sweep: {reason}.</translation>
    </message>
    <message>
        <source>It needs run = &quot;RUN.toml&quot; and, below [[over]], lists such as optimizer.lr = [1e-4, 1e-3].</source>
        <translation>Sie braucht run = &quot;RUN.toml&quot; und unter [[over]] Listen wie optimizer.lr = [1e-4, 1e-3].</translation>
    </message>
    <message>
        <source>{text} is not a sweep: it contains no sweep.json.</source>
        <translation>{text} ist kein Sweep: Es enthält keine sweep.json.</translation>
    </message>
    <message>
        <source>Give a folder such as runs/cats-sweep-…, or latest.</source>
        <translation>Nennen Sie einen Ordner wie runs/cats-sweep-… oder latest.</translation>
    </message>
    <message>
        <source>{file} cannot be used: {reason}.</source>
        <translation>{file} ist nicht brauchbar: {reason}.</translation>
    </message>
    <message>
        <source>Start the sweep again; its runs can be resumed one by one.</source>
        <translation>Starten Sie den Sweep neu; seine Läufe lassen sich einzeln fortsetzen.</translation>
    </message>
    <message>
        <source>A sweep cannot vary {key}: all of its runs share one output folder.</source>
        <translation>Ein Sweep kann {key} nicht variieren: Alle seine Läufe liegen in einem Ausgabeordner.</translation>
    </message>
    <message>
        <source>Leave the setting out; each run is named after its own settings.</source>
        <translation>Lassen Sie die Einstellung weg; jeder Lauf ist nach seinen eigenen Einstellungen benannt.</translation>
    </message>
    <message>
        <source>Runs can be dropped early only if their held-out loss is measured before their end.</source>
        <translation>Läufe lassen sich nur früh beenden, wenn ihr Validierungs-Loss vor dem Ende gemessen wird.</translation>
    </message>
    <message>
        <source>Set validation.held_out_samples, validation.held_out_steps and training.train_steps, or train all runs to their end.</source>
        <translation>Setzen Sie validation.held_out_samples, validation.held_out_steps und training.train_steps, oder trainieren Sie alle Läufe bis zum Ende.</translation>
    </message>
    <message>
        <source>A SIGKILL that nobody sent usually means that the system ran out of memory.</source>
        <translation>Ein SIGKILL, das niemand geschickt hat, heißt meist, dass dem System der Speicher ausging.</translation>
    </message>
    <message>
        <source>Set training.train_steps or training.train_epochs.</source>
        <translation>Setzen Sie training.train_steps oder training.train_epochs.</translation>
    </message>
    <message>
        <source>“{entry}” is not a pattern and a number above 0: {key}.</source>
        <translation>„{entry}“ ist kein Muster mit einer Zahl über 0: {key}.</translation>
    </message>
    <message>
        <source>Write the end of a module&apos;s name or a regular expression, = and the number: to_q=16.</source>
        <translation>Schreiben Sie das Ende eines Modulnamens oder einen regulären Ausdruck, = und die Zahl: to_q=16.</translation>
    </message>
    <message>
        <source>lora.exclude_modules leaves no module for the LoRA: {patterns}.</source>
        <translation>lora.exclude_modules lässt kein Modul für das LoRA übrig: {patterns}.</translation>
    </message>
    <message>
        <source>Remove a pattern from it, or add modules to lora.target_modules.</source>
        <translation>Entfernen Sie ein Muster daraus oder ergänzen Sie Module in lora.target_modules.</translation>
    </message>
    <message>
        <source>Only adamw has 4 bits here: adamw_4bit.</source>
        <translation>Nur adamw gibt es hier mit 4 Bit: adamw_4bit.</translation>
    </message>
    <message>
        <source>Give the launch script of a trainer that the guide&apos;s page &quot;Coming from another trainer&quot; lists.</source>
        <translation>Das Startskript eines Trainers angeben, den die Seite „Coming from another trainer“ der Anleitung aufführt.</translation>
    </message>
    <message>
        <source>{flag} = {value}: not a valid value for {key}.</source>
        <translation>{flag} = {value}: kein gültiger Wert für {key}.</translation>
    </message>
    <message>
        <source>Not carried over: {keys}.</source>
        <translation>Nicht übernommen: {keys}.</translation>
    </message>
    <message>
        <source>No setting corresponds to {keys}.</source>
        <translation>Keine Einstellung entspricht {keys}.</translation>
    </message>
    <message>
        <source>{file} names no folder with a whole model, which a run needs.</source>
        <translation>{file} nennt keinen Ordner mit einem vollständigen Modell, den ein Lauf braucht.</translation>
    </message>
    <message>
        <source>Set model.folder to the model&apos;s folder in diffusers layout.</source>
        <translation>model.folder auf den Ordner des Modells im Diffusers-Layout setzen.</translation>
    </message>
    <message>
        <source>{file} does not say which of the models here it trains.</source>
        <translation>{file} sagt nicht, welches der hiesigen Modelle trainiert wird.</translation>
    </message>
    <message>
        <source>Set model.family.</source>
        <translation>model.family setzen.</translation>
    </message>
    <message>
        <source>{file} is not a configuration file of a known trainer.</source>
        <translation>{file} ist keine Konfigurationsdatei eines bekannten Trainers.</translation>
    </message>
    <message>
        <source>The guide&apos;s page &quot;Coming from another trainer&quot; lists them.</source>
        <translation>Die Seite „Coming from another trainer“ der Anleitung führt sie auf.</translation>
    </message>
    <message>
        <source>{file} cannot be read: {reason}.</source>
        <translation>{file} kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>The model is a folder in diffusers layout with all of its parts: see model.folder.</source>
        <translation>Das Modell ist ein Ordner im Diffusers-Layout mit allen Teilen: siehe model.folder.</translation>
    </message>
    <message>
        <source>For the loss of clips that are not trained on, see validation.held_out_samples.</source>
        <translation>Für den Verlust von Clips, die nicht trainiert werden, siehe validation.held_out_samples.</translation>
    </message>
    <message>
        <source>Text encoders are not trained.</source>
        <translation>Textencoder werden nicht trainiert.</translation>
    </message>
    <message>
        <source>Clips are cropped and resampled, but not changed at random.</source>
        <translation>Clips werden zugeschnitten und neu abgetastet, aber nicht zufällig verändert.</translation>
    </message>
    <message>
        <source>How timesteps are drawn: see flow.* and the settings of the model.</source>
        <translation>Wie Zeitschritte gezogen werden: siehe flow.* und die Einstellungen des Modells.</translation>
    </message>
    <message>
        <source>Choose the buckets on the Dataset page, or with `dataset buckets`.</source>
        <translation>Die Buckets auf der Seite „Datensatz“ oder mit `dataset buckets` wählen.</translation>
    </message>
    <message>
        <source>The script turns validation off, so nothing of it is carried over.</source>
        <translation>Das Skript schaltet die Validierung ab, daher wird nichts davon übernommen.</translation>
    </message>
    <message>
        <source>Validation clips are made by the model&apos;s own sampler: see validation.*.</source>
        <translation>Validierungsclips entstehen mit dem eigenen Sampler des Modells: siehe validation.*.</translation>
    </message>
    <message>
        <source>For memory, see memory.*, or let `plan --fit` choose.</source>
        <translation>Zum Speicher siehe memory.*, oder `plan --fit` wählen lassen.</translation>
    </message>
    <message>
        <source>The schedule of the learning rate has only the settings lr_scheduler.*.</source>
        <translation>Der Verlauf der Lernrate hat nur die Einstellungen lr_scheduler.*.</translation>
    </message>
    <message>
        <source>The average of the weights has ema.ema_decay alone.</source>
        <translation>Der Mittelwert der Gewichte hat nur ema.ema_decay.</translation>
    </message>
    <message>
        <source>{files} {files:video or picture|videos and pictures} below {folder} {files:is|are} not imported, since no usable row of {list} names {files:it|them}: {names}.</source>
        <translation>{files} {files:Video oder Bild|Videos und Bilder} unter {folder} {files:wird|werden} nicht importiert, da keine brauchbare Zeile von {list} {files:es|sie} nennt: {names}.</translation>
    </message>
    <message>
        <source>Add {files:it|them} to the list, or choose the layout of caption files.</source>
        <translation>{files:Es|Sie} in die Liste aufnehmen oder das Layout mit Textdateien wählen.</translation>
    </message>
    <message>
        <source>{list} names files in {from}, which does not exist here; they were found in {to}.</source>
        <translation>{list} nennt Dateien in {from}, das es hier nicht gibt; sie wurden in {to} gefunden.</translation>
    </message>
    <message>
        <source>If these are other files, correct the list, or name their folder with --data-root.</source>
        <translation>Wenn es andere Dateien sind, die Liste berichtigen oder ihren Ordner mit --data-root nennen.</translation>
    </message>
    <message>
        <source>{link} leads to {folder}, which was read already.</source>
        <translation>{link} führt zu {folder}, das schon gelesen wurde.</translation>
    </message>
    <message>
        <source>one value for all clips</source>
        <translation>ein Wert für alle Clips</translation>
    </message>
    <message>
        <source>{file} is HDR and is not tone mapped: its colours look washed out.</source>
        <translation>{file} ist HDR und wird nicht tonwertangepasst: die Farben wirken blass.</translation>
    </message>
    <message>
        <source>Convert it to SDR before you import it, for example with FFmpeg&apos;s filters zscale and tonemap.</source>
        <translation>Vor dem Import in SDR umwandeln, zum Beispiel mit den FFmpeg-Filtern zscale und tonemap.</translation>
    </message>
    <message>
        <source>With optimizer.beta1 = 0, schedule-free AdamW has no average of its weights.</source>
        <translation>Mit optimizer.beta1 = 0 hat das schedule-free AdamW keinen Mittelwert seiner Gewichte.</translation>
    </message>
    <message>
        <source>Set optimizer.beta1 to 0.9.</source>
        <translation>Setzen Sie optimizer.beta1 auf 0.9.</translation>
    </message>
    <message>
        <source>{clips} {clips:clip is|clips are} HDR and not tone mapped: colours look washed out.</source>
        <translation>{clips} {clips:Clip ist|Clips sind} HDR und nicht tonwertangepasst: die Farben wirken blass.</translation>
    </message>
    <message>
        <source>Find them with the filter is:hdr, convert the files to SDR and import those.</source>
        <translation>Mit dem Filter is:hdr finden, die Dateien in SDR umwandeln und diese importieren.</translation>
    </message>
    <message>
        <source>The caption of {file} was edited in the project; the changed one replaces it.</source>
        <translation>Die Beschreibung von {file} wurde im Projekt bearbeitet; die geänderte ersetzt sie.</translation>
    </message>
    <message>
        <source>The edited one stays in the clip&apos;s history, and undo brings it back.</source>
        <translation>Die bearbeitete bleibt im Verlauf des Clips, und Rückgängig stellt sie wieder her.</translation>
    </message>
    <message>
        <source>{file} is a configuration file of {trainer}, not a run file.</source>
        <translation>{file} ist eine Konfigurationsdatei von {trainer}, keine Laufdatei.</translation>
    </message>
    <message>
        <source>Convert it with: framewright-cli train --from-flags {file} RUN.toml.</source>
        <translation>Umwandeln mit: framewright-cli train --from-flags {file} RUN.toml.</translation>
    </message>
    <message>
        <source>{file} is a dataset file of {trainer}, not a run file.</source>
        <translation>{file} ist eine Datensatzdatei von {trainer}, keine Laufdatei.</translation>
    </message>
    <message>
        <source>Import its clips with: framewright-cli dataset import PROJECT {file}.</source>
        <translation>Die Clips importieren mit: framewright-cli dataset import PROJECT {file}.</translation>
    </message>
    <message>
        <source>For Prodigy, see optimizer.d0, optimizer.d_coef and the settings below them.</source>
        <translation>Für Prodigy siehe optimizer.d0, optimizer.d_coef und die Einstellungen darunter.</translation>
    </message>
    <message>
        <source>Settings of single optimizers are not converted: see optimizer.*.</source>
        <translation>Einstellungen einzelner Optimierer werden nicht übernommen: siehe optimizer.*.</translation>
    </message>
    <message>
        <source>For the form of the loss, see training.loss_type and flow.weighting_scheme.</source>
        <translation>Zur Form des Loss siehe training.loss_type und flow.weighting_scheme.</translation>
    </message>
    <message>
        <source>Clips cannot be used {times} times in an epoch.</source>
        <translation>Clips können nicht {times}-mal in einer Epoche verwendet werden.</translation>
    </message>
    <message>
        <source>Choose a number from 0 to 1000; 0 leaves the clips out.</source>
        <translation>Eine Zahl von 0 bis 1000 wählen; 0 lässt die Clips weg.</translation>
    </message>
    <message>
        <source>{file} cannot be read as a GGUF file: {problem}.</source>
        <translation>{file} kann nicht als GGUF-Datei gelesen werden: {problem}.</translation>
    </message>
    <message>
        <source>The file is damaged or of another kind: download it again.</source>
        <translation>Die Datei ist beschädigt oder von anderer Art: erneut herunterladen.</translation>
    </message>
    <message>
        <source>{file}: tensor {tensor} has the GGUF type {type}, which is not supported.</source>
        <translation>{file}: Der Tensor {tensor} hat den GGUF-Typ {type}, der nicht unterstützt wird.</translation>
    </message>
    <message>
        <source>Use the model in F16, BF16, Q8_0, Q6_K, Q5_K, Q4_K, Q3_K, Q2_K, Q5_1, Q5_0, Q4_1 or Q4_0.</source>
        <translation>Das Modell in F16, BF16, Q8_0, Q6_K, Q5_K, Q4_K, Q3_K, Q2_K, Q5_1, Q5_0, Q4_1 oder Q4_0 verwenden.</translation>
    </message>
    <message>
        <source>Use the model in bf16, fp16, GGUF, or fp8 without scales or with one for each weight. Framewright quantizes it itself where you ask for that.</source>
        <translation>Das Modell in bf16, fp16, GGUF oder in fp8 ohne Skalierungen oder mit einer je Gewicht verwenden. Framewright quantisiert es selbst, wo Sie das verlangen.</translation>
    </message>
    <message>
        <source>Download the model&apos;s .safetensors files; .bin and .pt files have to be converted first. Choose a .gguf file itself, as the model.</source>
        <translation>Die .safetensors-Dateien des Modells herunterladen; .bin- und .pt-Dateien müssen erst umgewandelt werden. Eine .gguf-Datei selbst als Modell wählen.</translation>
    </message>
    <message>
        <source>{module} is a {kind}, which cannot become part of a LoRA.</source>
        <translation>{module} ist ein {kind}, das nicht Teil eines LoRA werden kann.</translation>
    </message>
    <message>
        <source>Merge the files into the model instead: framewright-cli lora merge takes all kinds.</source>
        <translation>Verschmelzen Sie die Dateien stattdessen mit dem Modell: framewright-cli lora merge nimmt alle Arten.</translation>
    </message>
    <message>
        <source>{module} cannot be written in the format {format}, where it is fused with its neighbours: they have no {kind} in common.</source>
        <translation>{module} lässt sich nicht im Format {format} schreiben, in dem es mit seinen Nachbarn vereint ist: Sie haben kein gemeinsames {kind}.</translation>
    </message>
    <message>
        <source>Choose the format diffusers, which keeps them apart.</source>
        <translation>Wählen Sie das Format diffusers, das sie getrennt lässt.</translation>
    </message>
    <message>
        <source>The format {format} has one kind of adapter in a file, but {module} is a {kind} and others are not.</source>
        <translation>Das Format {format} hat eine Art von Adapter je Datei, aber {module} ist ein {kind} und andere sind es nicht.</translation>
    </message>
    <message>
        <source>Training on sound cannot split the tokens of a clip across processes.</source>
        <translation>Das Training mit Ton kann die Tokens eines Clips nicht auf mehrere Prozesse aufteilen.</translation>
    </message>
    <message>
        <source>Set distributed.ulysses and distributed.ring to 1, or model.ltx2.sound to false.</source>
        <translation>Setzen Sie distributed.ulysses und distributed.ring auf 1, oder model.ltx2.sound auf false.</translation>
    </message>
    <message>
        <source>See validation.validation_steps and validation.validation_epochs.</source>
        <translation>Siehe validation.validation_steps und validation.validation_epochs.</translation>
    </message>
    <message>
        <source>See checkpoints.checkpointing_steps and checkpoints.checkpointing_epochs.</source>
        <translation>Siehe checkpoints.checkpointing_steps und checkpoints.checkpointing_epochs.</translation>
    </message>
    <message>
        <source>For kinds of adapters and their dropout, see lora.kind and lora.lora_dropout.</source>
        <translation>Zu Arten von Adaptern und ihrem Dropout siehe lora.kind und lora.lora_dropout.</translation>
    </message>
    <message>
        <source>See `dataset repeat` and `dataset weigh`, or *Sets and weights…* on the Dataset page.</source>
        <translation>Siehe `dataset repeat` und `dataset weigh` oder *Mengen und Gewichte…* auf der Seite Datensatz.</translation>
    </message>
    <message>
        <source>See *Captions in training…* on the Dataset page, or `dataset caption-rules`.</source>
        <translation>Siehe *Beschreibungen im Training…* auf der Seite Datensatz oder `dataset caption-rules`.</translation>
    </message>
    <message>
        <source>The sound of {file} could not be decoded: {reason}.</source>
        <translation>Der Ton von {file} konnte nicht dekodiert werden: {reason}.</translation>
    </message>
    <message>
        <source>Convert the file&apos;s sound to AAC, remove its sound, or train without sound.</source>
        <translation>Wandeln Sie den Ton der Datei in AAC um, entfernen Sie ihn, oder trainieren Sie ohne Ton.</translation>
    </message>
    <message>
        <source>Framewright reads LoRA, DoRA, LoHa and LoKr of the linear layers of a video model, with the key names of diffusers, PEFT, LyCORIS, ComfyUI or kohya&apos;s scripts.</source>
        <translation>Framewright liest LoRA, DoRA, LoHa und LoKr der linearen Schichten eines Videomodells, mit den Schlüsselnamen von diffusers, PEFT, LyCORIS, ComfyUI oder kohyas Skripten.</translation>
    </message>
    <message>
        <source>Captions cannot be changed so: {reason}.</source>
        <translation>So lassen sich Beschreibungen nicht ändern: {reason}.</translation>
    </message>
    <message>
        <source>Write texts as UTF-8, keep at most 100 tags, and choose 1 to 64 versions and a chance from 0 to 1.</source>
        <translation>Schreiben Sie Texte als UTF-8, behalten Sie höchstens 100 Schlagwörter und wählen Sie 1 bis 64 Fassungen und eine Wahrscheinlichkeit von 0 bis 1.</translation>
    </message>
    <message>
        <source>Clip {clip} has {captions} captions; this layout holds only the first.</source>
        <translation>Clip {clip} hat {captions} Beschreibungen; dieses Format fasst nur die erste.</translation>
    </message>
    <message>
        <source>Choose CSV or JSONL, or sidecars if each caption is one line.</source>
        <translation>Wählen Sie CSV oder JSONL, oder Begleitdateien, wenn jede Beschreibung eine Zeile ist.</translation>
    </message>
    <message>
        <source>The loss of clips cannot have the weight {value}.</source>
        <translation>Der Verlust von Clips kann nicht das Gewicht {value} haben.</translation>
    </message>
    <message>
        <source>Choose a number from 0 to 100; 1 is usual.</source>
        <translation>Wählen Sie eine Zahl von 0 bis 100; 1 ist üblich.</translation>
    </message>
    <message>
        <source>Captions cannot be dropped with a chance of {value}.</source>
        <translation>Beschreibungen können nicht mit der Wahrscheinlichkeit {value} wegfallen.</translation>
    </message>
    <message>
        <source>Choose a number from 0 to 1.</source>
        <translation>Wählen Sie eine Zahl von 0 bis 1.</translation>
    </message>
    <message>
        <source>A set of clips cannot have the share {value} of all draws.</source>
        <translation>Eine Menge von Clips kann nicht den Anteil {value} aller Ziehungen haben.</translation>
    </message>
    <message>
        <source>Choose a number above 0 and below 1.</source>
        <translation>Wählen Sie eine Zahl über 0 und unter 1.</translation>
    </message>
    <message>
        <source>The shares of the sets add up to {sum}.</source>
        <translation>Die Anteile der Mengen ergeben zusammen {sum}.</translation>
    </message>
    <message>
        <source>Choose shares that add up to 1 at most.</source>
        <translation>Wählen Sie Anteile, die zusammen höchstens 1 ergeben.</translation>
    </message>
    <message>
        <source>A DoRA cannot be trained for two networks at once: its rows begin with the lengths of one network&apos;s weights.</source>
        <translation>Ein DoRA kann nicht für zwei Netze zugleich trainiert werden: Seine Zeilen beginnen mit den Längen der Gewichte eines Netzes.</translation>
    </message>
    <message>
        <source>Choose another lora.kind, or train one of the networks at a time.</source>
        <translation>Wählen Sie eine andere lora.kind, oder trainieren Sie die Netze nacheinander.</translation>
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
    <name>job titles</name>
    <message numerus="yes">
        <source>Import %n files</source>
        <translation>
            <numerusform>%n Datei importieren</numerusform>
            <numerusform>%n Dateien importieren</numerusform>
        </translation>
    </message>
    <message>
        <source>Import %1</source>
        <translation>%1 importieren</translation>
    </message>
    <message>
        <source>Export clips</source>
        <translation>Clips exportieren</translation>
    </message>
    <message>
        <source>Find missing files</source>
        <translation>Fehlende Dateien suchen</translation>
    </message>
    <message>
        <source>Propose captions</source>
        <translation>Beschreibungen vorschlagen</translation>
    </message>
    <message>
        <source>Encode clips and captions</source>
        <translation>Clips und Beschreibungen kodieren</translation>
    </message>
    <message>
        <source>Loss by clip: %1</source>
        <translation>Loss je Clip: %1</translation>
    </message>
    <message>
        <source>Check %1</source>
        <translation>%1 prüfen</translation>
    </message>
    <message>
        <source>Device check</source>
        <translation>Geräteprüfung</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>%1 exportieren</translation>
    </message>
    <message>
        <source>Merge LoRAs</source>
        <translation>LoRAs zusammenführen</translation>
    </message>
    <message>
        <source>Scan clips</source>
        <translation>Clips scannen</translation>
    </message>
    <message>
        <source>Clip without a prompt</source>
        <translation>Clip ohne Prompt</translation>
    </message>
    <message>
        <source>Job without a name</source>
        <translation>Job ohne Namen</translation>
    </message>
    <message>
        <source>Download %1</source>
        <translation>%1 herunterladen</translation>
    </message>
    <message>
        <source>Sweep: %1</source>
        <translation>Sweep: %1</translation>
    </message>
</context>
<context>
    <name>job verbs</name>
    <message>
        <source>The job is waiting for its turn.</source>
        <translation>Der Auftrag wartet, bis er an der Reihe ist.</translation>
    </message>
    <message>
        <source>The job is on hold.</source>
        <translation>Der Auftrag ist zurückgehalten.</translation>
    </message>
    <message>
        <source>The job is running.</source>
        <translation>Der Auftrag läuft.</translation>
    </message>
    <message>
        <source>The job is stopping.</source>
        <translation>Der Auftrag wird gerade beendet.</translation>
    </message>
    <message>
        <source>The job is paused.</source>
        <translation>Der Auftrag pausiert.</translation>
    </message>
    <message>
        <source>The job has finished.</source>
        <translation>Der Auftrag ist fertig.</translation>
    </message>
    <message>
        <source>The job has ended.</source>
        <translation>Der Auftrag ist zu Ende.</translation>
    </message>
    <message>
        <source>No job is selected, and none is running.</source>
        <translation>Kein Auftrag ist ausgewählt, und keiner läuft.</translation>
    </message>
    <message>
        <source>This kind of job cannot do that.</source>
        <translation>Das kann ein Auftrag dieser Art nicht.</translation>
    </message>
    <message>
        <source>Only a training run that failed can be fitted again.</source>
        <translation>Nur ein fehlgeschlagener Trainingslauf lässt sich neu anpassen.</translation>
    </message>
</context>
<context>
    <name>licences</name>
    <message>
        <source>It does not apply in the European Union, the United Kingdom and South Korea.</source>
        <translation>Sie gilt nicht in der Europäischen Union, dem Vereinigten Königreich und Südkorea.</translation>
    </message>
</context>
<context>
    <name>log</name>
    <message>
        <source>Job {job}: </source>
        <translation>Auftrag {job}: </translation>
    </message>
    <message>
        <source>Job {job} failed: </source>
        <translation>Auftrag {job} ist fehlgeschlagen: </translation>
    </message>
    <message>
        <source>The queue could not be written down: </source>
        <translation>Die Warteschlange konnte nicht gespeichert werden: </translation>
    </message>
    <message>
        <source>Settings are not kept: </source>
        <translation>Einstellungen werden nicht gespeichert: </translation>
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
        <source>Generating a clip</source>
        <translation>Clip generieren</translation>
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
        <source>All components stay on the device until the clip is done.</source>
        <translation>Alle Komponenten bleiben auf dem Gerät, bis der Clip fertig ist.</translation>
    </message>
    <message>
        <source>Streamed blocks</source>
        <translation>Gestreamte Blöcke</translation>
    </message>
    <message>
        <source>Text encoder and transformer stay in host memory and are streamed block by block: slower, for models larger than the device&apos;s memory.</source>
        <translation>Text-Encoder und Transformer bleiben im Arbeitsspeicher und werden Block für Block gestreamt: langsamer, für Modelle, die größer als der Gerätespeicher sind.</translation>
    </message>
    <message>
        <source>Least memory</source>
        <translation>Speicher sparen</translation>
    </message>
    <message>
        <source>Streamed blocks, text encoder on the CPU, clip decoded in tiles: faint seams may show.</source>
        <translation>Gestreamte Blöcke, Text-Encoder auf der CPU, Clip in Kacheln dekodiert: Nähte können schwach sichtbar sein.</translation>
    </message>
    <message>
        <source>One component at a time, text encoder streamed</source>
        <translation>Eine Komponente auf einmal, Text-Encoder gestreamt</translation>
    </message>
    <message>
        <source>%1 of %2 blocks streamed</source>
        <translation>%1 von %2 Blöcken gestreamt</translation>
    </message>
    <message>
        <source>Balanced over all GPUs</source>
        <translation>Ausgewogen auf alle GPUs verteilt</translation>
    </message>
    <message>
        <source>One process places the transformer&apos;s blocks over all GPUs: as fast as one GPU, for models that none of them holds.</source>
        <translation>Ein Prozess verteilt die Blöcke des Transformers auf alle GPUs: so schnell wie eine GPU, für Modelle, die auf keine passen.</translation>
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
        <source>measuring links</source>
        <translation>Verbindungen werden gemessen</translation>
    </message>
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
        <source>waiting for free disk space</source>
        <translation>Warten auf freien Speicherplatz</translation>
    </message>
    <message>
        <source>checking the cache</source>
        <translation>Prüfen des Caches</translation>
    </message>
    <message>
        <source>computing the first step</source>
        <translation>erster Schritt wird berechnet</translation>
    </message>
    <message>
        <source>saving</source>
        <translation>wird gespeichert</translation>
    </message>
    <message>
        <source>downloading</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>checking</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>unpacking</source>
        <translation>Entpacken</translation>
    </message>
    <message>
        <source>waiting for the cache</source>
        <translation>Warten auf den Cache</translation>
    </message>
    <message>
        <source>waiting for a writable folder</source>
        <translation>Warten auf einen beschreibbaren Ordner</translation>
    </message>
    <message>
        <source>checking the checkpoint</source>
        <translation>Prüfen des Checkpoints</translation>
    </message>
    <message>
        <source>reading the weights</source>
        <translation>Gewichte werden gelesen</translation>
    </message>
    <message>
        <source>{ready} of {count} files</source>
        <translation>{ready} von {count} Dateien</translation>
    </message>
</context>
<context>
    <name>plan</name>
    <message>
        <source>{mesh}: {speed_up} times as fast as one card; {share} % of a step is exchange.</source>
        <translation>{mesh}: {speed_up}-mal so schnell wie eine Karte; {share} % eines Schritts sind Austausch.</translation>
    </message>
    <message>
        <source>{mesh}, {used} of {there} cards: {speed_up} times as fast as one, and more of them exchange for longer than they save.</source>
        <translation>{mesh}, {used} von {there} Karten: {speed_up}-mal so schnell wie eine; mehr Karten tauschen länger aus, als sie einsparen.</translation>
    </message>
    <message>
        <source>{mesh}: {speed_up} times as fast as one card; the cards that share an update must divide its {micro_batches} {micro_batches:micro-batch|micro-batches}, and with gradient_accumulation_steps = {there} all {there} would.</source>
        <translation>{mesh}: {speed_up}-mal so schnell wie eine Karte; die Zahl der Karten muss die {micro_batches} {micro_batches:Micro-Batch|Micro-Batches} eines Updates teilen, und mit gradient_accumulation_steps = {there} wären alle {there} beteiligt.</translation>
    </message>
    <message>
        <source>No mesh fits into {limit} a card: the work is divided, the weights are not; {mesh} needs {memory}.</source>
        <translation>Keine Aufteilung passt in {limit} je Karte: geteilt wird die Arbeit, nicht die Gewichte; {mesh} braucht {memory}.</translation>
    </message>
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
        <source>frozen weights quantized</source>
        <translation>eingefrorene Gewichte quantisiert</translation>
    </message>
    <message>
        <source>; with memory.quantization = {format} it would, in {needed}</source>
        <translation>; mit memory.quantization = {format} passt es, in {needed}</translation>
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
        <source>gradients offloaded to host memory</source>
        <translation>Gradienten in den Arbeitsspeicher ausgelagert</translation>
    </message>
    <message>
        <source>less on the device during validation</source>
        <translation>weniger auf dem Gerät während der Validierung</translation>
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
    <message>
        <source>{needed} of {there}{cost}</source>
        <translation>{needed} von {there}{cost}</translation>
    </message>
    <message>
        <source>does not fit: {needed} of {there}</source>
        <translation>passt nicht: {needed} von {there}</translation>
    </message>
    <message>
        <source>does not fit: {needed} of {there} host memory</source>
        <translation>passt nicht: {needed} von {there} Arbeitsspeicher</translation>
    </message>
    <message>
        <source>does not fit: {needed} of {there} host memory with {what}</source>
        <translation>passt nicht: {needed} von {there} Arbeitsspeicher mit {what}</translation>
    </message>
    <message>
        <source>weights updated within the backward pass</source>
        <translation>Gewichte im Rückwärtslauf geändert</translation>
    </message>
    <message>
        <source>No mesh fits into {limit} a card, as each card holds all weights: one process with a balanced device map, which places them over {placed} cards, needs {placed_memory} of one and is as fast as one card.</source>
        <translation>Keine Aufteilung passt in {limit} je Karte, denn jede Karte hält alle Gewichte: Ein Prozess mit ausgewogener Geräteverteilung, die sie auf {placed} Karten legt, braucht {placed_memory} einer Karte und ist so schnell wie eine Karte.</translation>
    </message>
    <message>
        <source>{count} of {all} blocks not recomputed</source>
        <translation>{count} von {all} Blöcken nicht neu berechnet</translation>
    </message>
    <message>
        <source>attention kept</source>
        <translation>Attention behalten</translation>
    </message>
    <message>
        <source>clips encoded in tiles</source>
        <translation>Clips in Kacheln kodiert</translation>
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
        <translation>Beschreibungen werden generiert</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between the parts of a sentence</comment>
        <translation>, </translation>
    </message>
    <message>
        <source>loss {loss}</source>
        <translation>Loss {loss}</translation>
    </message>
    <message>
        <source>{steps} steps/h</source>
        <translation>{steps} Schritte/h</translation>
    </message>
    <message>
        <source>VRAM {bytes}</source>
        <translation>VRAM {bytes}</translation>
    </message>
    <message>
        <source>clip {number} of {count}</source>
        <translation>Clip {number} von {count}</translation>
    </message>
    <message>
        <source>{saved} needs {bytes} in {folder}</source>
        <translation>{saved} braucht {bytes} in {folder}</translation>
    </message>
    <message>
        <source>: </source>
        <comment>between a word and what it tells of</comment>
        <translation>: </translation>
    </message>
    <message>
        <source>. </source>
        <comment>between words that are sentences of their own</comment>
        <translation>. </translation>
    </message>
</context>
<context>
    <name>project commands</name>
    <message>
        <source>&amp;New project…</source>
        <translation>&amp;Neues Projekt…</translation>
    </message>
    <message>
        <source>Creates a project in a folder you choose. Videos stay where they are.</source>
        <translation>Legt ein Projekt in einem Ordner Ihrer Wahl an. Videos bleiben, wo sie sind.</translation>
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
        <source>Opens a small model with a few clips it has never seen. Training it on them takes a minute, even without a GPU.</source>
        <translation>Öffnet ein kleines Modell mit ein paar Clips, die es noch nicht kennt: Trainieren Sie es damit in einer Minute, auch ohne Grafikkarte.</translation>
    </message>
    <message>
        <source>&amp;Locate project…</source>
        <translation>Projekt &amp;suchen…</translation>
    </message>
    <message>
        <source>Opens the project at the place its folder was moved to.</source>
        <translation>Öffnet das Projekt dort, wohin sein Ordner verschoben wurde.</translation>
    </message>
    <message>
        <source>Save a cop&amp;y…</source>
        <translation>&amp;Kopie speichern…</translation>
    </message>
    <message>
        <source>Saves a project whose folder is gone in a new folder: its clips, captions, tags and buckets.</source>
        <translation>Speichert ein Projekt, dessen Ordner verschwunden ist, in einem neuen Ordner: seine Clips, Beschreibungen, Tags und Buckets.</translation>
    </message>
    <message>
        <source>Save a copy of the project in this folder</source>
        <translation>Kopie des Projekts in diesem Ordner speichern</translation>
    </message>
    <message>
        <source>Where is the project now?</source>
        <translation>Wo ist das Projekt jetzt?</translation>
    </message>
</context>
<context>
    <name>row menu</name>
    <message>
        <source>Show in &amp;file manager</source>
        <translation>Im Datei&amp;manager zeigen</translation>
    </message>
</context>
<context>
    <name>run phase</name>
    <message>
        <source>Captions</source>
        <translation>Beschreibungen</translation>
    </message>
    <message>
        <source>Clips</source>
        <translation>Clips</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>First step</source>
        <translation>Erster Schritt</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Validate</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
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
        <translation>Vorberechnung der Validierungsclips</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Held-out loss before</source>
        <translation>Validierungs-Loss vorher</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Held-out loss after</source>
        <translation>Validierungs-Loss nachher</translation>
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
        <source>Only used when %1.</source>
        <translation>Wird nur benutzt, wenn %1.</translation>
    </message>
    <message>
        <source> and </source>
        <comment>between two conditions</comment>
        <translation> und </translation>
    </message>
    <message>
        <source>Text to video</source>
        <translation>Text zu Video</translation>
    </message>
    <message>
        <source>Image to video</source>
        <translation>Bild zu Video</translation>
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
        <source>“%1” is on</source>
        <translation>„%1“ eingeschaltet ist</translation>
    </message>
    <message>
        <source>“%1” is off</source>
        <translation>„%1“ ausgeschaltet ist</translation>
    </message>
    <message>
        <source>On</source>
        <comment>of a setting</comment>
        <translation>An</translation>
    </message>
    <message>
        <source>Off</source>
        <comment>of a setting</comment>
        <translation>Aus</translation>
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
        <source>File format version</source>
        <translation>Version des Dateiformats</translation>
    </message>
    <message>
        <source>Format of the run file. A program that only knows an older format refuses the file instead of misreading it.</source>
        <translation>Das Format der Laufdatei. Ein Programm, das nur ein älteres Format kennt, lehnt die Datei ab, statt sie falsch zu lesen.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Name of the run in lists. If empty, the run file&apos;s name.</source>
        <translation>Wie der Lauf in Listen heißt. Leer: der Name der Laufdatei.</translation>
    </message>
    <message>
        <source>Runs folder</source>
        <translation>Ordner der Läufe</translation>
    </message>
    <message>
        <source>Where the run&apos;s folder is created, with its checkpoints, samples, events and frozen copies of this file and of the dataset. A relative path starts at the run file&apos;s folder.</source>
        <translation>Wo der eigene Ordner des Laufs angelegt wird: Checkpoints, Samples, Ereignisse und die eingefrorenen Kopien dieser Datei und des Datensatzes. Ein relativer Pfad zählt ab dem Ordner der Laufdatei.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>Seed of all random numbers of the run: new LoRA weights, order of the clips, noise, timesteps, dropout and validation clips. On the CPU, two runs with the same seed, settings and data give bit-identical losses.</source>
        <translation>Ausgangswert aller Zufallszahlen des Laufs: neue LoRA-Gewichte, Reihenfolge der Clips, Rauschen, Zeitschritte, Dropout und Validierungsclips. Zwei Läufe mit gleichem Seed, gleichen Einstellungen und gleichen Daten ergeben auf der CPU Bit für Bit denselben Loss.</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>auto uses the first CUDA device, or the CPU if there is none. cpu, cuda or cuda:1 selects one.</source>
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
        <source>Number of threads for each CPU operation; 0 uses one per core. It is frozen with the run, because a different number changes the order of summation and so the last digits of every loss.</source>
        <translation>Wie viele Threads ein Rechenschritt auf der CPU benutzt; 0 nimmt einen je Kern. Die Anzahl wird mit dem Lauf eingefroren, denn eine andere ändert die Reihenfolge der Summen und damit die letzten Stellen jedes Loss-Werts.</translation>
    </message>
    <message>
        <source>Allow TF32</source>
        <translation>TF32 zulassen</translation>
    </message>
    <message>
        <source>Lets CUDA devices multiply fp32 matrices with a 10-bit mantissa. Faster for fp32 computation; changes results in the third digit.</source>
        <translation>Lässt CUDA-Geräte fp32-Matrizen mit zehn Bit Mantisse multiplizieren. Schneller bei allem, was in fp32 gerechnet wird; ändert die Ergebnisse in der dritten Stelle.</translation>
    </message>
    <message>
        <source>Model family</source>
        <translation>Modellfamilie</translation>
    </message>
    <message>
        <source>Architecture of the model in the model folder.</source>
        <translation>Welche Architektur der Modellordner enthält.</translation>
    </message>
    <message>
        <source>Model folder</source>
        <translation>Modellordner</translation>
    </message>
    <message>
        <source>The published model: a folder in diffusers layout with model_index.json, or one .safetensors file with transformer and VAE that has the folders text_encoder and tokenizer beside it. Models are not downloaded from a hub by name: give a folder or file on disk.</source>
        <translation>Das veröffentlichte Modell: ein Ordner im diffusers-Layout mit model_index.json oder eine einzelne .safetensors-Datei mit Transformer und VAE, neben der die Ordner text_encoder und tokenizer liegen. Modelle werden nicht nach Namen von einem Hub heruntergeladen: Geben Sie einen Ordner oder eine Datei auf dem Datenträger an.</translation>
    </message>
    <message>
        <source>Image dropout</source>
        <translation>Bild-Dropout</translation>
    </message>
    <message>
        <source>Fraction of micro-batches trained without their first-frame image, so that the model also learns to work without one.</source>
        <translation>Anteil der Micro-Batches, die ohne das Bild ihres ersten Frames trainiert werden, damit das Modell auch lernt, ohne es auszukommen.</translation>
    </message>
    <message>
        <source>Dataset</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>The frozen dataset: dataset.jsonl as written by `framewright-cli precompute`, one line per sample. The run keeps its own copy.</source>
        <translation>Der eingefrorene Datensatz: dataset.jsonl, wie `framewright-cli precompute` sie schreibt, eine Zeile je Sample. Der Lauf behält seine eigene Kopie.</translation>
    </message>
    <message>
        <source>Cache of latents and embeddings</source>
        <translation>Cache für Latents und Embeddings</translation>
    </message>
    <message>
        <source>Folder where precompute stored the latents, text embeddings and first-frame conditions that the dataset refers to.</source>
        <translation>Der Ordner, in dem precompute die Latents, Text-Embeddings und Bedingungen des ersten Frames abgelegt hat, die in den Zeilen des Datensatzes genannt sind.</translation>
    </message>
    <message>
        <source>Resolution buckets</source>
        <translation>Auflösungs-Buckets</translation>
    </message>
    <message>
        <source>Shapes to train on, each FRAMESxHEIGHTxWIDTH. Only samples in these buckets are used; an empty list uses the whole dataset.</source>
        <translation>Formen, mit denen trainiert wird, jede als FRAMESxHEIGHTxWIDTH. Nur Samples dieser Buckets werden gezogen; bei einer leeren Liste der ganze Datensatz.</translation>
    </message>
    <message>
        <source>Trigger word</source>
        <translation>Triggerwort</translation>
    </message>
    <message>
        <source>Word added in front of every caption when the dataset is frozen and encoded, so that a prompt can invoke what was learned. Add it to the validation prompts yourself.</source>
        <translation>Ein Wort, das vor jede Beschreibung gesetzt wird, wenn der Datensatz eingefroren und kodiert wird, damit ein Prompt das Gelernte abrufen kann. In die Validierungsprompts müssen Sie es selbst eintragen.</translation>
    </message>
    <message>
        <source>Caption dropout</source>
        <translation>Beschreibungs-Dropout</translation>
    </message>
    <message>
        <source>Probability that a sample is trained with an empty prompt instead of its caption. Guidance compares the two and needs this to keep working.</source>
        <translation>Wahrscheinlichkeit, mit der ein Sample mit dem leeren Prompt statt mit seiner Beschreibung trainiert wird. So bleibt die Guidance wirksam, die beide vergleicht.</translation>
    </message>
    <message>
        <source>Loading threads</source>
        <translation>Lade-Threads</translation>
    </message>
    <message>
        <source>Threads that read upcoming batches from the cache while the device is busy; 0 reads each batch when it is needed. The order of the samples does not depend on it.</source>
        <translation>Threads, die kommende Batches aus dem Cache lesen, während das Gerät rechnet; 0 liest jeden Batch erst, wenn er gebraucht wird. Die Reihenfolge der Samples hängt nicht davon ab.</translation>
    </message>
    <message>
        <source>Training type</source>
        <translation>Trainingsart</translation>
    </message>
    <message>
        <source>A LoRA (lora) trains small matrices on top of the frozen model and saves a small file. A full fine-tune (sft) trains the transformer&apos;s own weights and saves a whole model folder.</source>
        <translation>Ein LoRA (lora) trainiert kleine Matrizen neben dem eingefrorenen Modell und speichert eine kleine Datei. Ein volles Fine-Tuning (sft) trainiert die Gewichte des Transformers selbst und speichert einen ganzen Modellordner.</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>What to train a model for that can do several tasks; otherwise the task follows from the model folder. Image to video (image_to_video) gives the model the first frame.</source>
        <translation>Wofür ein Modell trainiert wird, das mehrere Aufgaben beherrscht; sonst ergibt sich die Aufgabe aus dem Modellordner. Bild zu Video (image_to_video) gibt dem Modell das erste Bild.</translation>
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
        <source>Number of weight updates. 0 counts epochs instead; training.train_epochs must then be set.</source>
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
        <source>Number of passes over the dataset. Only used when training.train_steps is 0.</source>
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
        <source>Number of clips of one bucket that are processed at once. Memory use grows almost in proportion.</source>
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
        <source>Number of batches whose gradients are averaged for one update: a large batch with the memory of a small one.</source>
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
        <source>Keeps only the input of each block and recomputes the block in the backward pass: about a third slower, with a fraction of the memory. The gradients are identical.</source>
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
        <source>1 recomputes every block; 2 only every second one, which is faster and needs more memory.</source>
        <translation>1 berechnet jeden Block noch einmal; 2 nur jeden zweiten, was schneller ist und mehr Speicher braucht.</translation>
    </message>
    <message>
        <source>Skipped steps before stopping</source>
        <translation>Übersprungene Schritte bis zum Abbruch</translation>
    </message>
    <message>
        <source>Steps whose loss or gradient is not finite are skipped. After this many in a row, the run stops and keeps its last good state.</source>
        <translation>Ein Schritt, dessen Loss oder Gradient keine endliche Zahl ist, wird übersprungen und gezählt. Nach so vielen hintereinander hält der Lauf an und behält seinen letzten guten Zustand.</translation>
    </message>
    <message>
        <source>Start from trained weights</source>
        <translation>Mit trainierten Gewichten beginnen</translation>
    </message>
    <message>
        <source>Weights to start from, at step 0: a LoRA file (diffusers, ComfyUI or kohya keys, with the same modules as this run) or a checkpoint folder of another run. If empty, a new LoRA or the published model.</source>
        <translation>Gewichte, mit denen bei Schritt 0 begonnen wird: eine LoRA-Datei (Schlüssel von diffusers, ComfyUI oder kohya; ihre Module müssen die des Laufs sein) oder der Checkpoint-Ordner eines anderen Laufs. Leer: ein neues LoRA oder das Modell, wie es veröffentlicht ist.</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Inner dimension of the LoRA matrices. A higher rank can learn more and makes a larger file.</source>
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
        <source>Linear layers of the transformer that get a LoRA. An entry of letters, digits, dots and underscores matches the end of a module&apos;s name (to_q, attn1.to_out.0); any other entry is a regular expression that must match the whole name.</source>
        <translation>Lineare Schichten des Transformers, die ein LoRA erhalten. Ein Eintrag aus Buchstaben, Ziffern, Punkten und Unterstrichen ist das Ende eines Modulnamens (to_q, attn1.to_out.0); jeder andere Eintrag ist ein regulärer Ausdruck, der auf den ganzen Namen passen muss.</translation>
    </message>
    <message>
        <source>Trained modules</source>
        <translation>Trainierte Module</translation>
    </message>
    <message>
        <source>Modules whose weights are trained, named as in lora.target_modules; everything inside a named module is trained, too. If empty, the whole transformer.</source>
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
        <source>Size of an update. 1e-4 to 1e-3 is usual for a LoRA, 1e-5 for a full fine-tune. 0 leaves the weights unchanged, for measurements.</source>
        <translation>Größe einer Aktualisierung. Üblich sind 1e-4 bis 1e-3 für ein LoRA und 1e-5 für ein vollständiges Fine-Tuning. 0 ändert nichts und dient zum Messen.</translation>
    </message>
    <message>
        <source>Beta 1</source>
        <translation>Beta 1</translation>
    </message>
    <message>
        <source>Decay of the running mean of the gradient.</source>
        <translation>Abklingfaktor des laufenden Mittels des Gradienten.</translation>
    </message>
    <message>
        <source>Beta 2</source>
        <translation>Beta 2</translation>
    </message>
    <message>
        <source>Decay of the running mean of the squared gradient.</source>
        <translation>Abklingfaktor des laufenden Mittels des quadrierten Gradienten.</translation>
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
        <source>Pulls the trained weights towards zero.</source>
        <translation>Wie stark die trainierten Gewichte gegen null gezogen werden.</translation>
    </message>
    <message>
        <source>Gradient clipping norm</source>
        <translation>Norm für das Gradient Clipping</translation>
    </message>
    <message>
        <source>All gradients together are scaled down to this norm if theirs is larger, so that one odd batch does no harm.</source>
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
        <source>Flow matching</source>
        <translation>Flow-Matching</translation>
    </message>
    <message>
        <source>Learning-rate schedule</source>
        <translation>Lernratenplan</translation>
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
        <source>Number of updates over which the learning rate rises from 0.</source>
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
        <source>Exponent of the polynomial schedule; 1 is a straight line.</source>
        <translation>Exponent von polynomial; 1 ist eine Gerade.</translation>
    </message>
    <message>
        <source>Checkpoint every</source>
        <translation>Checkpoint-Abstand</translation>
    </message>
    <message>
        <source>Steps between checkpoints. A run resumes exactly from a checkpoint, so a crash costs at most the steps since the last one.</source>
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
        <source>Number of checkpoints to keep. The oldest one is deleted once a newer one is safely on disk. 0 keeps all.</source>
        <translation>Anzahl der Checkpoints, die aufbewahrt werden. Der älteste wird gelöscht, sobald ein neuerer sicher auf dem Datenträger liegt. 0 behält alle.</translation>
    </message>
    <message>
        <source>EMA decay</source>
        <translation>EMA-Abklingfaktor</translation>
    </message>
    <message>
        <source>Keeps an exponential moving average of the trained weights with this decay, for example 0.999. It is used for validation and saved beside the trained weights. 0 turns it off.</source>
        <translation>Führt ein exponentiell gleitendes Mittel der trainierten Gewichte mit diesem Abklingfaktor mit, zum Beispiel 0,999. Es wird für die Validierung benutzt und neben den trainierten Gewichten gespeichert. 0 schaltet es aus.</translation>
    </message>
    <message>
        <source>TensorBoard files</source>
        <translation>TensorBoard-Dateien</translation>
    </message>
    <message>
        <source>Also writes the metrics as TensorBoard event files.</source>
        <translation>Schreibt die Messwerte auch als TensorBoard-Ereignisdateien.</translation>
    </message>
    <message>
        <source>CSV file</source>
        <translation>CSV-Datei</translation>
    </message>
    <message>
        <source>Also writes the metrics to metrics.csv, one line per step.</source>
        <translation>Schreibt die Messwerte auch als metrics.csv, eine Zeile je Schritt.</translation>
    </message>
    <message>
        <source>Validation prompts</source>
        <translation>Validierungsprompts</translation>
    </message>
    <message>
        <source>Prompts to generate clips from during training. A prompt may end in @@@FRAMESxHEIGHTxWIDTH; otherwise the clip has the shape of the dataset&apos;s most frequent bucket. If empty, no clips are generated.</source>
        <translation>Prompts, aus denen während des Trainings Clips generiert werden. Ein Prompt kann auf @@@FRAMESxHEIGHTxWIDTH enden; ohne diese Angabe hat der Clip die Form des häufigsten Buckets im Datensatz. Leer: keine Clips.</translation>
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
        <source>Clips per prompt</source>
        <translation>Clips je Prompt</translation>
    </message>
    <message>
        <source>Each clip has its own seed, counted up from run.seed and the same at every validation, so that clips of different steps can be compared.</source>
        <translation>Jeder hat seinen eigenen Seed, von run.seed an hochgezählt und bei jeder Validierung derselbe: Clips verschiedener Schritte lassen sich vergleichen.</translation>
    </message>
    <message>
        <source>Validate every</source>
        <translation>Validierungsabstand</translation>
    </message>
    <message>
        <source>Steps between validations.</source>
        <translation>Schritte zwischen zwei Validierungen.</translation>
    </message>
    <message>
        <source>Denoising steps</source>
        <translation>Entrauschschritte</translation>
    </message>
    <message>
        <source>Number of denoising steps of a validation clip.</source>
        <translation>Schritte des Samplers für einen Validierungsclip.</translation>
    </message>
    <message>
        <source>Guidance</source>
        <translation>Guidance</translation>
    </message>
    <message>
        <source>How closely validation clips follow their prompt. 1 or less turns guidance off and halves the time.</source>
        <translation>Wie eng Validierungsclips ihrem Prompt folgen; 1 oder weniger verzichtet auf Guidance und braucht die halbe Zeit.</translation>
    </message>
    <message>
        <source>Dynamic guidance</source>
        <translation>Dynamische Guidance</translation>
    </message>
    <message>
        <source>Guidance rises from 1 along a cosine over the denoising steps, which makes the first steps calmer.</source>
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
        <source>Held-out samples</source>
        <translation>Validierungs-Samples</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>Samples</translation>
    </message>
    <message>
        <source>Number of samples that are never trained on. Their loss, at fixed timesteps and with fixed noise, shows whether the model learns or memorises.</source>
        <translation>So viele Samples des Datensatzes werden nie trainiert. Ihr Loss, bei festen Zeitschritten und mit festem Rauschen, zeigt, ob das Modell lernt oder nur auswendig lernt.</translation>
    </message>
    <message>
        <source>Held-out loss every</source>
        <translation>Messabstand des Validierungs-Loss</translation>
    </message>
    <message>
        <source>Steps between measurements of the held-out loss.</source>
        <translation>Schritte zwischen zwei Messungen des Validierungs-Loss.</translation>
    </message>
    <message>
        <source>Offload activations</source>
        <translation>Aktivierungen auslagern</translation>
    </message>
    <message>
        <source>Keeps the block inputs that gradient checkpointing saves in page-locked host memory until the backward pass. Copies overlap with computation; the results are identical.</source>
        <translation>Die Eingaben, die das Gradient Checkpointing von jedem Block behält, warten bis zum Rückwärtsdurchlauf in seitengesperrtem Arbeitsspeicher statt auf dem Gerät. Die Kopien laufen neben der Berechnung; die Zahlen sind dieselben.</translation>
    </message>
    <message>
        <source>Keep attention</source>
        <translation>Attention behalten</translation>
    </message>
    <message>
        <source>Keeps what attention read and computed in each checkpointed block, so that the backward pass does not compute it again: a faster step for four times as much memory per block as its inputs take, about. The results are identical.</source>
        <translation>Behält von jedem Block des Gradient Checkpointing, was die Attention gelesen und berechnet hat, damit der Rückwärtsdurchlauf sie nicht noch einmal berechnet: ein schnellerer Schritt für etwa viermal so viel Speicher je Block, wie seine Eingaben brauchen. Die Zahlen sind dieselben.</translation>
    </message>
    <message>
        <source>Streamed blocks</source>
        <translation>Gestreamte Blöcke</translation>
    </message>
    <message>
        <source>Number of transformer blocks, spread evenly, that stay in page-locked host memory and are streamed to the device when needed, two at a time: each block above two saves the memory of one. A number above the total streams all blocks, 0 none. Streamed blocks are always checkpointed. The results are identical; with large clips, computation hides the copies.</source>
        <translation>So viele Blöcke des Transformers, gleichmäßig verteilt, bleiben in seitengesperrtem Arbeitsspeicher und kommen nur für ihre Berechnung auf das Gerät, zwei zugleich: Jeder über zwei hinaus spart auf dem Gerät einen Block. Mehr, als es gibt, streamt alle, 0 keinen. Gestreamte Blöcke werden immer mit Checkpointing gerechnet. Die Zahlen sind dieselben; bei großen Clips verschwinden die Kopien hinter der Berechnung.</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>Quantisierung</translation>
    </message>
    <message>
        <source>Keeps the frozen weights of the transformer blocks&apos; linear layers in fewer bits while a LoRA trains: fp8 (e4m3) or int8 with a scale per row in half the memory of bf16, nf4 (4-bit NormalFloat with double quantization, attention&apos;s layers in int8) in a third. Each layer is dequantized when it computes, and streamed blocks are copied as codes. Results change slightly: the log names the error and the layers in which it is largest. The codes are computed once and kept in the user&apos;s cache; the model&apos;s files stay as they are, and a LoRA is merged into them unrounded. none keeps the weights in the precision of training.mixed_precision.</source>
        <translation>Hält die eingefrorenen Gewichte der linearen Schichten in den Transformer-Blöcken mit weniger Bits, während eine LoRA trainiert: fp8 (e4m3) oder int8 mit einem Faktor je Zeile in der Hälfte des Speichers von bf16, nf4 (4-Bit-NormalFloat mit doppelter Quantisierung, die Schichten der Attention in int8) in einem Drittel. Jede Schicht wird für ihre Berechnung dequantisiert, und gestreamte Blöcke werden quantisiert kopiert. Die Zahlen ändern sich ein wenig: Das Protokoll nennt den Fehler und die Schichten, in denen er am größten ist. Quantisiert wird einmal; das Ergebnis liegt im Cache des Benutzers, die Dateien des Modells bleiben, wie sie sind, und eine LoRA wird in sie ungerundet eingerechnet. none lässt die Gewichte in der Genauigkeit von training.mixed_precision.</translation>
    </message>
    <message>
        <source>How validation shares memory with training, whose transformer it uses: model keeps the text encoder and the VAE on the device only while each of them works, none keeps both there.</source>
        <translation>Wie sich die Validierung den Speicher mit dem Training teilt, dessen Transformer sie benutzt: model hat Text-Encoder und VAE nur auf dem Gerät, während sie arbeiten, none behält beide dort.</translation>
    </message>
    <message>
        <source>Text encoder</source>
        <translation>Text-Encoder</translation>
    </message>
    <message>
        <source>Data type that the model computes in. LoRA weights and, unless sft.trained_type says otherwise, trained weights are kept in fp32. fp16 scales the loss so that small gradients do not vanish. The type that the model was trained in works best.</source>
        <translation>Typ, in dem das Modell rechnet. LoRA-Gewichte und, wenn sft.trained_type nichts anderes sagt, trainierte Gewichte bleiben in fp32. fp16 skaliert den Loss, damit kleine Gradienten nicht verschwinden. Am besten passt der Typ, in dem das Modell trainiert wurde.</translation>
    </message>
    <message>
        <source>Trained-weight precision</source>
        <translation>Präzision der trainierten Gewichte</translation>
    </message>
    <message>
        <source>fp32 keeps the trained weights and accumulated gradients in fp32, beside the bf16 weights used for computation. bf16 trains the bf16 weights themselves and saves up to 8 bytes per weight: stochastic rounding makes changes too small for bf16 count on average. Losses differ slightly from those with fp32.</source>
        <translation>fp32 hält die trainierten Gewichte und ihre summierten Gradienten in fp32 neben den bf16-Gewichten, die rechnen. bf16 trainiert diese selbst und spart bis zu 8 Byte je Gewicht: Eine Änderung wird zufällig auf- oder abgerundet, sodass auch Änderungen, die für bf16 zu klein sind, im Mittel zählen. Die Losses weichen leicht von denen mit fp32 ab.</translation>
    </message>
    <message>
        <source>Optimizer in host memory</source>
        <translation>Optimierer im Hauptspeicher</translation>
    </message>
    <message>
        <source>Keeps the fp32 weights, accumulated gradients and optimizer state in host memory and updates them there, on the CPU. The GPU holds only the weights used for computation and the gradients of one backward pass. Saves nothing when the run computes on the CPU.</source>
        <translation>Hält die fp32-Gewichte, die summierten Gradienten und den Zustand des Optimierers im Hauptspeicher und rechnet die Änderung dort auf der CPU. Auf der GPU liegen nur die Gewichte, die rechnen, und die Gradienten eines Rückwärtslaufs. Wo der Lauf auf der CPU rechnet, spart es nichts.</translation>
    </message>
    <message>
        <source>Offload gradients</source>
        <translation>Gradienten auslagern</translation>
    </message>
    <message>
        <source>Moves each gradient to host memory as soon as the backward pass has computed it, so that the GPU never holds all of them. The results are identical.</source>
        <translation>Gradienten gehen in den Hauptspeicher, während der Rückwärtslauf noch läuft, jeder, sobald er bekannt ist, sodass die GPU nie alle zugleich hält. Die Zahlen bleiben gleich.</translation>
    </message>
    <message>
        <source>Validate before training</source>
        <translation>Vor dem Training validieren</translation>
    </message>
    <message>
        <source>Also generates the clips and measures the held-out loss before the first step, to show the untrained model.</source>
        <translation>Generiert die Clips und misst den Validierungs-Loss auch vor dem ersten Schritt, um das untrainierte Modell zu zeigen.</translation>
    </message>
    <message>
        <source>Noise on first frames</source>
        <translation>Rauschen auf ersten Bildern</translation>
    </message>
    <message>
        <source>Adds noise of random strength, exp(N(-3, 0.5)), to first frames before they are encoded, as the trainers of CogVideo and CogVideoX-Factory do, so that the model does not copy every flaw of its image. Each clip gets a few noised images for training to draw from; the held-out loss uses the clean one. Applied when the dataset is encoded: what is already encoded does not change.</source>
        <translation>Fügt ersten Bildern vor dem Kodieren Rauschen von zufälliger Stärke hinzu, exp(N(-3, 0,5)), wie es die Trainer von CogVideo und CogVideoX-Factory tun, damit das Modell nicht jeden Fehler seines Bildes übernimmt. Jeder Clip bekommt einige verrauschte Bilder, aus denen das Training zieht; der Validierungs-Loss nimmt das saubere. Es gilt beim Kodieren des Datensatzes: Was schon kodiert ist, bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>Transformer folder</source>
        <translation>Transformer-Ordner</translation>
    </message>
    <message>
        <source>VAE folder</source>
        <translation>VAE-Ordner</translation>
    </message>
    <message>
        <source>Text encoder folder</source>
        <translation>Textencoder-Ordner</translation>
    </message>
    <message>
        <source>Image encoder folder</source>
        <translation>Bildencoder-Ordner</translation>
    </message>
    <message>
        <source>Location of this component if it is not in the model folder: a folder of its own, or the single .safetensors file of a model that holds it. Models that share a component then need only one copy on disk.</source>
        <translation>Wo diese Komponente liegt, wenn nicht im Modellordner: ihr eigener Ordner oder die einzelne .safetensors-Datei eines Modells, die sie enthält. Modelle mit einer gemeinsamen Komponente brauchen sie so nur einmal auf dem Datenträger.</translation>
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
        <source>Averaged weights (EMA)</source>
        <translation>Gemittelte Gewichte (EMA)</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>Metric export</source>
        <translation>Export der Messwerte</translation>
    </message>
    <message>
        <source>Noise levels</source>
        <translation>Rauschstufen</translation>
    </message>
    <message>
        <source>Mean of noise levels</source>
        <translation>Mittel der Rauschstufen</translation>
    </message>
    <message>
        <source>Above 0 less noise is trained, below 0 more.</source>
        <translation>Über 0 wird mit weniger Rauschen trainiert, unter 0 mit mehr.</translation>
    </message>
    <message>
        <source>Spread of noise levels</source>
        <translation>Streuung der Rauschstufen</translation>
    </message>
    <message>
        <source>The larger, the more the ends are trained, too.</source>
        <translation>Je größer, desto mehr werden auch die Enden trainiert.</translation>
    </message>
    <message>
        <source>Mode scale</source>
        <translation>Mode-Skala</translation>
    </message>
    <message>
        <source>Above 0 middle noise levels come more often, below 0 the ends.</source>
        <translation>Über 0 kommen mittlere Rauschstufen häufiger vor, unter 0 die Enden.</translation>
    </message>
    <message>
        <source>Shift by size</source>
        <translation>Verschiebung nach Größe</translation>
    </message>
    <message>
        <source>Trains larger and longer clips at more noise: their details withstand more of it.</source>
        <translation>Trainiert größere und längere Clips mit mehr Rauschen: Ihre Details halten mehr davon aus.</translation>
    </message>
    <message>
        <source>Flow shift</source>
        <translation>Flow-Verschiebung</translation>
    </message>
    <message>
        <source>Above 1 all clips are trained at more noise, below 1 at less.</source>
        <translation>Über 1 werden alle Clips mit mehr Rauschen trainiert, unter 1 mit weniger.</translation>
    </message>
    <message>
        <source>Shift of small clips</source>
        <translation>Verschiebung kleiner Clips</translation>
    </message>
    <message>
        <source>Exponent of the shift at the fewest tokens.</source>
        <translation>Exponent der Verschiebung bei den wenigsten Tokens.</translation>
    </message>
    <message>
        <source>Shift of large clips</source>
        <translation>Verschiebung großer Clips</translation>
    </message>
    <message>
        <source>Exponent of the shift at the most tokens.</source>
        <translation>Exponent der Verschiebung bei den meisten Tokens.</translation>
    </message>
    <message>
        <source>Fewest tokens</source>
        <translation>Wenigste Tokens</translation>
    </message>
    <message>
        <source>From here on the shift grows with the tokens of a clip.</source>
        <translation>Ab hier wächst die Verschiebung mit den Tokens eines Clips.</translation>
    </message>
    <message>
        <source>Most tokens</source>
        <translation>Meiste Tokens</translation>
    </message>
    <message>
        <source>Where the shift of large clips is reached.</source>
        <translation>Wo die Verschiebung großer Clips erreicht ist.</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>First-frame share</source>
        <translation>Anteil mit erstem Frame</translation>
    </message>
    <message>
        <source>Share of the micro-batches in which the first frame gets less noise than the rest, so that the model also learns to continue from an image.</source>
        <translation>Anteil der Micro-Batches, in denen der erste Frame weniger Rauschen bekommt als der Rest, damit das Modell auch lernt, von einem Bild aus fortzufahren.</translation>
    </message>
    <message>
        <source>First-frame noise</source>
        <translation>Rauschen des ersten Frames</translation>
    </message>
    <message>
        <source>The most noise that such a first frame gets: 0 is the clean image, 1 noise alone.</source>
        <translation>Das meiste Rauschen, das ein solcher erster Frame bekommt: 0 ist das reine Bild, 1 nur Rauschen.</translation>
    </message>
    <message>
        <source>Decode timestep</source>
        <translation>Zeitschritt beim Dekodieren</translation>
    </message>
    <message>
        <source>How noisy the decoder takes its latents to be: from 0.9.1 on it does the last denoising step itself. 0.9.0 has no such decoder.</source>
        <translation>Wie verrauscht der Decoder seine Latents annimmt: Ab 0.9.1 macht er den letzten Entrauschungsschritt selbst. 0.9.0 hat keinen solchen Decoder.</translation>
    </message>
    <message>
        <source>Decode noise</source>
        <translation>Rauschen beim Dekodieren</translation>
    </message>
    <message>
        <source>Share of noise that is mixed into the latents before they are decoded; the decode timestep tells the decoder of it.</source>
        <translation>Anteil an Rauschen, der den Latents vor dem Dekodieren beigemischt wird; der Zeitschritt beim Dekodieren sagt es dem Decoder.</translation>
    </message>
    <message>
        <source>Guidance rescale</source>
        <translation>Guidance-Reskalierung</translation>
    </message>
    <message>
        <source>Brings the contrast that guidance adds back towards that of the prediction with the prompt alone; 0 leaves it.</source>
        <translation>Führt den Kontrast, den die Guidance hinzufügt, zu dem der Vorhersage allein mit dem Prompt zurück; 0 lässt ihn.</translation>
    </message>
    <message>
        <source>Condition noise</source>
        <translation>Rauschen der Bedingungen</translation>
    </message>
    <message>
        <source>Noise on images and clips that are to be kept, less with every step: with some, motion starts more easily. 0.9.5 alone uses it.</source>
        <translation>Rauschen auf Bildern und Clips, die erhalten bleiben sollen, mit jedem Schritt weniger: Mit etwas davon kommt Bewegung leichter in Gang. Nur 0.9.5 nutzt es.</translation>
    </message>
    <message>
        <source>Guidance in training</source>
        <translation>Guidance beim Training</translation>
    </message>
    <message>
        <source>The guidance that the network is told of in training. Guidance was distilled into it, so it takes the scale as a number; 1 is none.</source>
        <translation>Die Guidance, die dem Netz beim Training genannt wird. Sie wurde in das Netz destilliert, deshalb nimmt es die Stärke als Zahl entgegen; 1 heißt keine.</translation>
    </message>
    <message>
        <source>Order of sections in training</source>
        <translation>Reihenfolge der Abschnitte beim Training</translation>
    </message>
    <message>
        <source>Order of sections</source>
        <translation>Reihenfolge der Abschnitte</translation>
    </message>
    <message>
        <source>Latent frames of a section in training</source>
        <translation>Latente Frames eines Abschnitts beim Training</translation>
    </message>
    <message>
        <source>Latent frames of a section</source>
        <translation>Latente Frames eines Abschnitts</translation>
    </message>
    <message>
        <source>FramePack makes a clip section by section. inverted_anti_drifting: from the last section to the first; vanilla: from the first on, for FramePack-F1.</source>
        <translation>FramePack generiert einen Clip Abschnitt für Abschnitt. inverted_anti_drifting: vom letzten Abschnitt zum ersten; vanilla: vom ersten an, für FramePack-F1.</translation>
    </message>
    <message>
        <source>Latent frames that the network makes at a time, each of 4 frames: 9 are a section of 36 frames.</source>
        <translation>Latente Frames, die das Netz auf einmal generiert, je 4 Frames: 9 sind ein Abschnitt von 36 Frames.</translation>
    </message>
    <message>
        <source>Embedded guidance</source>
        <translation>Eingebettete Guidance</translation>
    </message>
    <message>
        <source>How strictly clips follow the prompt: a number that the network takes, at no cost. The guidance scale above 1 adds a second pass with the negative prompt.</source>
        <translation>Wie genau Clips dem Prompt folgen: eine Zahl, die das Netz ohne Mehraufwand entgegennimmt. Eine Guidance-Stärke über 1 fügt einen zweiten Durchlauf mit dem negativen Prompt hinzu.</translation>
    </message>
    <message>
        <source>Several processes</source>
        <translation>Mehrere Prozesse</translation>
    </message>
    <message>
        <source>ZeRO stage</source>
        <translation>ZeRO-Stufe</translation>
    </message>
    <message>
        <source>What the processes of a run on several GPUs share out instead of each keeping all of it. 1 and 2: optimizer state, master weights, the EMA and summed gradients. 3: also the weights of all blocks, which come from the other processes in each pass; it needs a fast connection. The numbers stay those of one process. Without effect in a run of one process.</source>
        <translation>Was die Prozesse eines Laufs auf mehreren GPUs unter sich aufteilen, statt dass jeder alles hält. 1 und 2: Optimiererzustand, Mastergewichte, EMA und summierte Gradienten. 3: auch die Gewichte aller Blöcke, die in jedem Durchlauf von den anderen Prozessen kommen; das braucht eine schnelle Verbindung. Die Zahlen bleiben die eines einzigen Prozesses. Ohne Wirkung in einem Lauf mit einem Prozess.</translation>
    </message>
    <message>
        <source>Timeout of ranks</source>
        <translation>Zeitlimit der Ranks</translation>
    </message>
    <message>
        <source>Check exchanges between ranks</source>
        <translation>Austausch zwischen Ranks prüfen</translation>
    </message>
    <message>
        <source>Has the processes of a run compare each exchange of tensors before they make it, so that a mismatch becomes an error instead of a hang. Slow: for finding faults. Without effect in a run of one process.</source>
        <translation>Lässt die Prozesse eines Laufs jeden Austausch von Tensoren vorher vergleichen, sodass eine Abweichung zu einem Fehler statt zu einem Stillstand führt. Langsam: zur Fehlersuche. Ohne Wirkung in einem Lauf mit einem Prozess.</translation>
    </message>
    <message>
        <source>Update within the backward pass</source>
        <translation>Im Rückwärtslauf ändern</translation>
    </message>
    <message>
        <source>Updates each weight as soon as the backward pass has computed its gradient and frees that at once, which saves the memory of all gradients: 2 to 6 bytes per trained value. There is no clipping then, as it needs all of them, and a step whose gradients are not finite ends the run instead of being skipped. For one process.</source>
        <translation>Ändert jedes Gewicht, sobald der Rückwärtslauf seinen Gradienten berechnet hat, und gibt diesen sofort frei. Das spart den Speicher aller Gradienten: 2 bis 6 Byte je trainiertem Wert. Begrenzt werden sie dann nicht, denn das braucht alle, und ein Schritt, dessen Gradienten nicht endlich sind, beendet den Lauf, statt übersprungen zu werden. Für einen Prozess.</translation>
    </message>
    <message>
        <source>Processes per sample (Ulysses)</source>
        <translation>Prozesse je Sample (Ulysses)</translation>
    </message>
    <message>
        <source>How many processes of a run on several GPUs compute each sample together, each with a part of its tokens, which they trade for attention heads (Ulysses): each needs less memory for activations, so larger clips fit, and a GPU that no micro-batch is left for helps too. The other processes, in groups of ulysses x ring, compute other samples. Needs a fast connection, as within a machine. Without effect in a run of one process.</source>
        <translation>Wie viele Prozesse eines Laufs auf mehreren GPUs jedes Sample gemeinsam berechnen, jeder mit einem Teil der Tokens, die sie gegen Attention-Heads tauschen (Ulysses): Jeder braucht weniger Speicher für Aktivierungen, sodass größere Clips passen, und auch eine GPU, für die kein Micro-Batch übrig ist, hilft mit. Die anderen Prozesse berechnen in Gruppen von ulysses x ring andere Samples. Braucht eine schnelle Verbindung, wie innerhalb eines Rechners. Ohne Wirkung in einem Lauf mit einem Prozess.</translation>
    </message>
    <message>
        <source>Processes per sample (ring)</source>
        <translation>Prozesse je Sample (Ring)</translation>
    </message>
    <message>
        <source>As distributed.ulysses, but keys and values go round among so many processes, or groups of ulysses processes: each talks to its neighbours alone, which serves between machines. Without effect in a run of one process.</source>
        <translation>Wie distributed.ulysses, nur dass Keys und Values unter so vielen Prozessen, oder Gruppen von ulysses Prozessen, im Ring herumgehen: Jeder spricht nur mit seinen Nachbarn, was sich zwischen Rechnern eignet. Ohne Wirkung in einem Lauf mit einem Prozess.</translation>
    </message>
    <message>
        <source>Blocks not recomputed</source>
        <translation>Nicht neu berechnete Blöcke</translation>
    </message>
    <message>
        <source>Number of transformer blocks, the last ones, that keep all that their backward pass needs, in spite of gradient checkpointing: each makes a step faster and takes memory. A number above the total recomputes none but streamed blocks. The results are identical.</source>
        <translation>Anzahl der Transformer-Blöcke, von hinten gezählt, die trotz Gradient Checkpointing alles behalten, was ihr Rückwärtsdurchlauf braucht: Jeder macht einen Schritt schneller und kostet Speicher. Ist die Zahl größer als die der Blöcke, werden nur gestreamte neu berechnet. Die Ergebnisse sind identisch.</translation>
    </message>
    <message>
        <source>How long the processes of a run on several GPUs wait for one that makes no progress before the run ends and names it. Each step of its work and each exchange is progress; saving and encoding, which one process does for all, may take longer. Without effect in a run of one process.</source>
        <translation>Wie lange die Prozesse eines Laufs auf mehreren GPUs auf einen warten, der nicht vorankommt, bevor der Lauf endet und ihn nennt. Jeder Schritt seiner Arbeit und jeder Austausch gilt als Fortschritt; Speichern und Kodieren, was ein Prozess für alle tut, dürfen länger dauern. Ohne Wirkung in einem Lauf mit einem Prozess.</translation>
    </message>
    <message>
        <source>Train without missing clips</source>
        <translation>Ohne fehlende Clips trainieren</translation>
    </message>
    <message>
        <source>Clips that are missing or cannot be read are left out, with a warning. When they are more than 5 % of the samples or a whole folder, a disk may not be connected: the run ends before its first step unless this is on.</source>
        <translation>Fehlende oder unlesbare Clips werden mit einer Warnung ausgelassen. Sind es mehr als 5 % der Samples oder ein ganzer Ordner, ist vielleicht ein Datenträger nicht angeschlossen: Der Lauf endet dann vor seinem ersten Schritt, außer wenn dies eingeschaltet ist.</translation>
    </message>
    <message>
        <source>Encode in tiles</source>
        <translation>In Kacheln kodieren</translation>
    </message>
    <message>
        <source>Stored latents</source>
        <translation>Gespeicherte Latents</translation>
    </message>
    <message>
        <source>What the cache keeps of a clip: its posterior, from which each step draws a new sample, or one fixed sample, in half the space.</source>
        <translation>Was der Cache von einem Clip behält: seine A-posteriori-Verteilung (posterior), aus der jeder Schritt neu zieht, oder eine feste Ziehung (sample), halb so groß.</translation>
    </message>
    <message>
        <source>Encoding precision</source>
        <translation>Kodiergenauigkeit</translation>
    </message>
    <message>
        <source>Type in which clips and captions are encoded and stored. auto keeps the type of a dataset that is encoded already; otherwise it is the model&apos;s own type on a GPU and fp32 on the CPU.</source>
        <translation>Typ, in dem Clips und Beschreibungen kodiert und gespeichert werden. auto behält den Typ eines bereits kodierten Datensatzes; sonst ist es auf einer GPU der Typ des Modells und auf der CPU fp32.</translation>
    </message>
    <message>
        <source>Where prompts and captions are encoded, once per run. stream moves the encoder&apos;s blocks to the device one after the other, with a tenth of the memory; cpu does not use the device and is slower.</source>
        <translation>Wo Prompts und Beschreibungen kodiert werden, einmal je Lauf: stream bringt die Blöcke des Encoders einen nach dem anderen auf das Gerät, was ein Zehntel des Speichers braucht, cpu lässt das Gerät frei und dauert länger.</translation>
    </message>
    <message>
        <source>Decodes a validation clip in overlapping tiles: far less memory, faint seams at worst. data.vae_tiling does the same for encoding.</source>
        <translation>Dekodiert einen Validierungsclip in überlappenden Kacheln: weit weniger Speicher, schlimmstenfalls schwach sichtbare Nähte. data.vae_tiling tut das Gleiche beim Kodieren.</translation>
    </message>
    <message>
        <source>Encodes clips in overlapping tiles: far less memory, but faint seams in what the model learns from. Turn it on if encoding runs out of memory; Fit to my GPU does so if needed.</source>
        <translation>Kodiert Clips in überlappenden Kacheln: viel weniger Speicher, aber schwache Nähte in dem, woraus das Modell lernt. Einschalten, wenn beim Kodieren der Speicher ausgeht; „An meine GPU anpassen“ tut das bei Bedarf.</translation>
    </message>
    <message>
        <source>Last validation images</source>
        <translation>Letzte Validierungsbilder</translation>
    </message>
    <message>
        <source>Last frames of the validation clips, one for each prompt, for models that make a clip between two images.</source>
        <translation>Letzte Frames der Validierungsclips, einer für jeden Prompt, für Modelle, die einen Clip zwischen zwei Bildern generieren.</translation>
    </message>
    <message>
        <source>Trained expert</source>
        <translation>Trainierter Experte</translation>
    </message>
    <message>
        <source>Wan 2.2 A14B has two expert networks: one for high noise, which decides layout and motion, and one for low noise, which adds detail. A run trains one of them (high, low) at the timesteps it samples at, a LoRA for each (each), or one LoRA for both (shared). Other models have a single network.</source>
        <translation>Wan 2.2 A14B hat zwei Expertennetze: eines für starkes Rauschen, das Aufbau und Bewegung bestimmt, und eines für schwaches Rauschen, das Details ergänzt. Ein Lauf trainiert eines davon (high, low) bei den Zeitschritten, bei denen es generiert, ein LoRA für jedes (each) oder ein LoRA für beide (shared). Andere Modelle haben nur ein Netz.</translation>
    </message>
    <message>
        <source>Timestep convention</source>
        <translation>Zeitschritt-Konvention</translation>
    </message>
    <message>
        <source>Which trainer&apos;s timesteps the network gets: finetrainers draws whole numbers up to 1000, musubi-tuner and diffusion-pipe draw fractions, and musubi-tuner adds 1.</source>
        <translation>Wessen Zeitschritte das Netz bekommt: finetrainers zieht ganze Zahlen bis 1000, musubi-tuner und diffusion-pipe ziehen Brüche, und musubi-tuner addiert 1.</translation>
    </message>
    <message>
        <source>Lowest timestep</source>
        <translation>Kleinster Zeitschritt</translation>
    </message>
    <message>
        <source>Training draws no timestep below this; 0 is a clean clip.</source>
        <translation>Das Training zieht keinen Zeitschritt unter diesem; 0 ist ein Clip ohne Rauschen.</translation>
    </message>
    <message>
        <source>Highest timestep</source>
        <translation>Größter Zeitschritt</translation>
    </message>
    <message>
        <source>Training draws no timestep above this; 1000 is pure noise.</source>
        <translation>Das Training zieht keinen Zeitschritt über diesem; 1000 ist reines Rauschen.</translation>
    </message>
    <message>
        <source>Redraw timesteps outside the range</source>
        <translation>Zeitschritte außerhalb neu ziehen</translation>
    </message>
    <message>
        <source>Timesteps outside the range are drawn again, which keeps the shape of the distribution. Otherwise all draws are scaled into the range.</source>
        <translation>Zeitschritte außerhalb des Bereichs werden neu gezogen, was die Form der Verteilung erhält. Sonst werden alle in den Bereich skaliert.</translation>
    </message>
    <message>
        <source>Low-noise guidance</source>
        <translation>Guidance bei schwachem Rauschen</translation>
    </message>
    <message>
        <source>Guidance scale of Wan 2.2 A14B&apos;s low-noise expert; 0 uses that of the high-noise expert.</source>
        <translation>Guidance-Stärke des Experten für schwaches Rauschen von Wan 2.2 A14B; 0 nimmt die des Experten für starkes Rauschen.</translation>
    </message>
    <message>
        <source>Expert boundary</source>
        <translation>Grenze der Experten</translation>
    </message>
    <message>
        <source>Noise level at which Wan 2.2 A14B switches from its high-noise to its low-noise expert, in training, too; 0 uses the model&apos;s own: 0.875, or 0.9 for image to video.</source>
        <translation>Rauschanteil, bei dem Wan 2.2 A14B vom Experten für starkes zu dem für schwaches Rauschen wechselt, auch beim Training; 0 nimmt den des Modells: 0,875 oder bei Bild zu Video 0,9.</translation>
    </message>
    <message>
        <source>Above 1, more of the denoising steps are at high noise; 0 uses the model&apos;s own value.</source>
        <translation>Über 1 liegen mehr Entrauschschritte bei starkem Rauschen; 0 nimmt den Wert des Modells.</translation>
    </message>
    <message>
        <source>Step spacing</source>
        <translation>Schrittabstände</translation>
    </message>
    <message>
        <source>Noise levels of the denoising steps, as in diffusers or as in Wan&apos;s own repository. They differ by a few percent in the last steps.</source>
        <translation>Rauschstärken der Entrauschschritte, wie in diffusers oder wie in Wans eigenem Code. Sie unterscheiden sich in den letzten Schritten um wenige Prozent.</translation>
    </message>
    <message>
        <source>Preview LoRAs</source>
        <translation>Vorschau-LoRAs</translation>
    </message>
    <message>
        <source>LoRA files that are added to the model only while a validation clip is generated, such as a step-distillation LoRA, which needs 4 to 8 denoising steps and no guidance. They are not trained and not part of the result.</source>
        <translation>LoRA-Dateien, die dem Modell nur hinzugefügt werden, während ein Validierungsclip generiert wird, zum Beispiel ein Schrittdestillations-LoRA, das 4 bis 8 Entrauschungsschritte und keine Guidance braucht. Sie werden nicht trainiert und sind nicht Teil des Ergebnisses.</translation>
    </message>
    <message>
        <source>Strength of preview LoRAs</source>
        <translation>Stärke der Vorschau-LoRAs</translation>
    </message>
    <message>
        <source>Strength of each of the preview LoRAs; 1 is as trained.</source>
        <translation>Stärke jedes Vorschau-LoRAs; 1 entspricht dem Training.</translation>
    </message>
    <message>
        <source>Share of uniform timesteps</source>
        <translation>Anteil gleichverteilter Zeitschritte</translation>
    </message>
    <message>
        <source>This share of the timesteps is drawn uniformly instead of by the weighting scheme: 0.3 is the mix of Tencent&apos;s trainer.</source>
        <translation>Dieser Anteil der Zeitschritte wird gleichverteilt gezogen statt nach der Gewichtung: 0.3 ist die Mischung des Trainers von Tencent.</translation>
    </message>
    <message>
        <source>Share trained without the picture</source>
        <translation>Anteil ohne das Bild</translation>
    </message>
    <message>
        <source>In image-to-video training, this share of the steps trains text to video, without the first frame: 0.7 in Tencent&apos;s trainer.</source>
        <translation>Beim Training von Bild zu Video trainiert dieser Anteil der Schritte Text zu Video, ohne den ersten Frame: 0.7 im Trainer von Tencent.</translation>
    </message>
    <message>
        <source>Guidance rescaling</source>
        <translation>Rückskalierung der Guidance</translation>
    </message>
    <message>
        <source>How far the guided prediction is scaled back to the contrast of the one with the prompt alone; 0 is not at all.</source>
        <translation>Wie weit die Vorhersage mit Guidance auf den Kontrast derjenigen mit dem Prompt allein zurückskaliert wird; 0 ist gar nicht.</translation>
    </message>
    <message>
        <source>Guidance from</source>
        <translation>Guidance ab</translation>
    </message>
    <message>
        <source>Share of the steps before the first one with guidance.</source>
        <translation>Anteil der Schritte vor dem ersten mit Guidance.</translation>
    </message>
    <message>
        <source>Guidance until</source>
        <translation>Guidance bis</translation>
    </message>
    <message>
        <source>Guidance formula</source>
        <translation>Formel der Guidance</translation>
    </message>
    <message>
        <source>original adds the guidance scale&apos;s multiple of the prompt&apos;s effect to the prediction with the prompt; diffusers adds it to the one without.</source>
        <translation>original addiert die mit der Guidance-Skala multiplizierte Wirkung des Prompts zur Vorhersage mit dem Prompt; diffusers addiert sie zu der ohne ihn.</translation>
    </message>
    <message>
        <source>Given first frames</source>
        <translation>Vorgegebene erste Bilder</translation>
    </message>
    <message>
        <source>Share of the samples whose first frame is given without noise and has no loss, so that the model also learns to continue from an image. For image to video, the makers use 0.5.</source>
        <translation>Anteil der Beispiele, deren erstes Bild ohne Rauschen vorgegeben ist und nicht in den Verlust eingeht, damit das Modell auch lernt, ein Bild fortzusetzen. Für Bild zu Video nehmen die Hersteller 0,5.</translation>
    </message>
    <message>
        <source>Timestep draws</source>
        <translation>Ziehung der Zeitschritte</translation>
    </message>
    <message>
        <source>How noise levels are drawn. All shift them by the number of tokens but uniform. stretched, as in the makers&apos; trainer, also spreads them over the whole range; legacy, as in its first release, does not.</source>
        <translation>Wie Rauschstärken gezogen werden. Alle außer uniform verschieben sie nach der Zahl der Token. stretched, wie im Trainer der Hersteller, verteilt sie auch über den ganzen Bereich; legacy, wie in dessen erster Version, nicht.</translation>
    </message>
    <message>
        <source>Timestep spread</source>
        <translation>Streuung der Zeitschritte</translation>
    </message>
    <message>
        <source>Standard deviation of the normal distribution from which noise levels are drawn.</source>
        <translation>Standardabweichung der Normalverteilung, aus der Rauschstärken gezogen werden.</translation>
    </message>
    <message>
        <source>Skipped-block guidance</source>
        <translation>Guidance mit übersprungenem Block</translation>
    </message>
    <message>
        <source>Guides away from a prediction in which one block does not attend; 0 saves this third pass in each step. Distilled models do without.</source>
        <translation>Führt von einer Vorhersage weg, bei der ein Block ohne Attention rechnet; 0 spart diesen dritten Durchlauf in jedem Schritt. Destillierte Modelle brauchen ihn nicht.</translation>
    </message>
    <message>
        <source>Skipped blocks</source>
        <translation>Übersprungene Blöcke</translation>
    </message>
    <message>
        <source>Numbers of these blocks, from 0. Empty uses the makers&apos;: 29 for LTX-2, 28 for later versions.</source>
        <translation>Nummern dieser Blöcke, ab 0. Leer nimmt die der Hersteller: 29 bei LTX-2, 28 bei späteren Versionen.</translation>
    </message>
    <message>
        <source>Noise levels of the denoising steps, from 1 down; they replace the number of steps. Distilled models need 1, 0.99375, 0.9875, 0.98125, 0.975, 0.909375, 0.725, 0.421875.</source>
        <translation>Rauschstärken der Entrauschungsschritte, von 1 abwärts; sie ersetzen die Zahl der Schritte. Destillierte Modelle brauchen 1, 0.99375, 0.9875, 0.98125, 0.975, 0.909375, 0.725, 0.421875.</translation>
    </message>
    <message>
        <source>Shift of the steps</source>
        <translation>Verschiebung der Schritte</translation>
    </message>
    <message>
        <source>Larger clips get more of their steps at high noise: by their own size, as in diffusers, or always by that of 4096 tokens, as in the makers&apos; own code.</source>
        <translation>Größere Clips haben mehr Schritte bei starkem Rauschen: nach ihrer eigenen Größe, wie in diffusers, oder immer nach der von 4096 Token, wie im Code der Hersteller.</translation>
    </message>
    <message>
        <source>Upsampler</source>
        <translation>Upsampler</translation>
    </message>
    <message>
        <source>Component of the model, such as latent_upsampler, for making clips in two stages: at half the height and width, then, upsampled, at the full size. Empty makes them in one stage.</source>
        <translation>Komponente des Modells, etwa latent_upsampler, um Clips in zwei Stufen zu generieren: in halber Höhe und Breite, dann vergrößert in voller. Leer generiert sie in einer Stufe.</translation>
    </message>
    <message>
        <source>Noise levels of the second stage</source>
        <translation>Rauschstärken der zweiten Stufe</translation>
    </message>
    <message>
        <source>Noise levels of the steps after upsampling. They are for a distilled model, or one with the distilled LoRA.</source>
        <translation>Rauschstärken der Schritte nach dem Vergrößern. Sie sind für ein destilliertes Modell oder eines mit der destillierten LoRA.</translation>
    </message>
    <message>
        <source>The trainer to follow. musubi-tuner adds 1 to the timestep and gives the network the picture&apos;s latents unscaled; Tencent&apos;s own trainer and diffusion-pipe do neither.</source>
        <translation>Welchem Trainer gefolgt wird. musubi-tuner addiert 1 zum Zeitschritt und gibt dem Netz die Latents des Bilds unskaliert; der Trainer von Tencent und diffusion-pipe tun beides nicht.</translation>
    </message>
    <message>
        <source>Share of the steps after which guidance ends.</source>
        <translation>Anteil der Schritte, nach dem es keine Guidance mehr gibt.</translation>
    </message>
    <message>
        <source>Min-SNR gamma</source>
        <translation>Min-SNR-Gamma</translation>
    </message>
    <message>
        <source>Lets steps with little noise count less: the weight of a step is limited as if its signal-to-noise ratio were at most this, usually 5. 0: all count alike.</source>
        <translation>Lässt Zeitschritte mit wenig Rauschen weniger zählen: Das Gewicht ist begrenzt, als wäre das Signal-Rausch-Verhältnis höchstens so groß, meist 5. 0: alle zählen gleich.</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>Ton</translation>
    </message>
    <message>
        <source>Guidance of the sound</source>
        <translation>Guidance des Tons</translation>
    </message>
    <message>
        <source>How closely the sound follows the prompt. Off, as for the video, if guidance is off.</source>
        <translation>Wie genau der Ton dem Prompt folgt. Ist Guidance aus, so gilt das wie beim Video auch für den Ton.</translation>
    </message>
    <message>
        <source>Guidance between video and sound</source>
        <translation>Guidance zwischen Video und Ton</translation>
    </message>
    <message>
        <source>Guides away from a prediction in which video and sound do not know of each other; 1 saves this pass in each step. Distilled models do without.</source>
        <translation>Führt weg von einer Vorhersage, in der Video und Ton nichts voneinander wissen; 1 spart diesen Durchgang in jedem Schritt. Destillierte Modelle kommen ohne aus.</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>How much an error counts. l2: its square. huber and smooth_l1 grow linearly with large errors and l1 with all, so that a few odd samples count less. The held-out loss is always l2.</source>
        <translation>Wie stark ein Fehler zählt. l2: sein Quadrat. huber und smooth_l1 wachsen bei großen Fehlern linear, l1 bei allen, sodass einzelne Ausreißer weniger zählen. Der Validierungs-Loss ist immer l2.</translation>
    </message>
    <message>
        <source>Large errors from</source>
        <translation>Große Fehler ab</translation>
    </message>
    <message>
        <source>Errors far above it count linearly, those far below as squares.</source>
        <translation>Weit größere Fehler zählen linear, weit kleinere quadratisch.</translation>
    </message>
    <message>
        <source>Modules left out</source>
        <translation>Ausgelassene Module</translation>
    </message>
    <message>
        <source>Modules that get no LoRA although lora.target_modules names them, named in the same way.</source>
        <translation>Module, die kein LoRA bekommen, obwohl lora.target_modules sie nennt; ebenso benannt.</translation>
    </message>
    <message>
        <source>Ranks of single modules</source>
        <translation>Rang einzelner Module</translation>
    </message>
    <message>
        <source>Another rank for some modules: entries PATTERN=RANK such as ff.net.2=16, with patterns as in lora.target_modules. Of several that match, the last one holds.</source>
        <translation>Ein anderer Rang für einige Module: Einträge MUSTER=RANG wie ff.net.2=16, mit Mustern wie in lora.target_modules. Von mehreren, die passen, gilt der letzte.</translation>
    </message>
    <message>
        <source>Alphas of single modules</source>
        <translation>Alpha einzelner Module</translation>
    </message>
    <message>
        <source>Another alpha for some modules: entries PATTERN=ALPHA, as lora.rank_pattern.</source>
        <translation>Ein anderes Alpha für einige Module: Einträge MUSTER=ALPHA, wie lora.rank_pattern.</translation>
    </message>
    <message>
        <source>Rank-stabilised scale</source>
        <translation>Rangstabilisierte Skalierung</translation>
    </message>
    <message>
        <source>Scales the LoRA by alpha / square root of the rank (rsLoRA) instead of alpha / rank, so that a high rank learns no slower.</source>
        <translation>Skaliert das LoRA mit Alpha / Wurzel des Rangs (rsLoRA) statt Alpha / Rang, sodass ein hoher Rang nicht langsamer lernt.</translation>
    </message>
    <message>
        <source>Learning rate of B</source>
        <translation>Lernrate von B</translation>
    </message>
    <message>
        <source>Trains the LoRA&apos;s B, which starts at zero, with so many times the learning rate (LoRA+), for example 16.</source>
        <translation>Trainiert B des LoRA, das bei null beginnt, mit dem Vielfachen der Lernrate (LoRA+), zum Beispiel 16.</translation>
    </message>
    <message>
        <source>How often each noise level is trained, and how much its loss counts. none: all alike. logit_normal: middle levels more often. mode: middle levels or both ends more often. sigma_sqrt and cosmap draw evenly and weight the loss. beta: a beta distribution.</source>
        <translation>Wie oft jede Rauschstärke trainiert wird und wie viel ihr Verlust zählt. none: alle gleich. logit_normal: mittlere häufiger. mode: mittlere oder beide Enden häufiger. sigma_sqrt und cosmap ziehen gleichmäßig und gewichten den Verlust. beta: eine Beta-Verteilung.</translation>
    </message>
    <message>
        <source>Alpha of noise levels</source>
        <translation>Alpha der Rauschstärken</translation>
    </message>
    <message>
        <source>The larger, the more often much noise is trained.</source>
        <translation>Je größer, desto öfter wird viel Rauschen trainiert.</translation>
    </message>
    <message>
        <source>Beta of noise levels</source>
        <translation>Beta der Rauschstärken</translation>
    </message>
    <message>
        <source>The larger, the more often little noise is trained.</source>
        <translation>Je größer, desto öfter wird wenig Rauschen trainiert.</translation>
    </message>
    <message>
        <source>adamw applies weight decay to the weights directly; adam adds it to the gradient, as in their papers. The _8bit variants keep both running means in one byte each instead of four (block-wise dynamic quantisation), which saves 6 bytes per trained value with nearly the same loss curve. muon orthogonalises the momentum of each matrix, with beta1; other parameters use adamw at a quarter of the learning rate. It learns much faster from random weights: try lr 0.01, beta1 0.95, weight_decay 0.1. prodigy finds its own rate: set lr to 1 and the schedule to constant. adafactor and came keep little or one running mean; lion keeps one and moves every weight by lr: use a tenth of adamw&apos;s lr, beta2 0.99. adamw_schedule_free needs no falling rate: the weights that it validates and saves are an average. adamw_4bit and adamw_fp8 keep both running means in 4 or 8 bits, as torchao does; galore keeps those of a part of each gradient, for full fine-tunes. These train fp32 weights.</source>
        <translation>adamw wendet den Gewichtsabbau direkt auf die Gewichte an; adam addiert ihn zum Gradienten, wie in ihren Veröffentlichungen. Die Varianten mit _8bit halten beide laufenden Mittel in je einem Byte statt vier (blockweise dynamische Quantisierung); das spart 6 Byte je trainiertem Wert bei fast gleicher Verlustkurve. muon orthogonalisiert das Momentum jeder Matrix, mit beta1; andere Parameter nutzen adamw mit einem Viertel der Lernrate. Aus zufälligen Gewichten lernt es viel schneller: etwa lr 0.01, beta1 0.95, weight_decay 0.1. prodigy findet seine Rate selbst: lr auf 1 und den Verlauf auf constant setzen. adafactor und came halten wenig oder ein laufendes Mittel; lion hält eines und bewegt jedes Gewicht um lr: ein Zehntel der Lernrate von adamw, beta2 0.99. adamw_schedule_free braucht keine fallende Rate: Die Gewichte, die es validiert und speichert, sind ein Mittel. adamw_4bit und adamw_fp8 halten beide laufenden Mittel in 4 oder 8 Bit, wie torchao; galore hält die eines Teils jedes Gradienten, für das Training ganzer Modelle. Diese trainieren fp32-Gewichte.</translation>
    </message>
    <message>
        <source>Beta 3</source>
        <translation>Beta 3</translation>
    </message>
    <message>
        <source>Decay of the running mean from which prodigy estimates its rate, or of came&apos;s instability. 0: the value of its authors, the square root of beta2 or 0.9999.</source>
        <translation>Abklingen des laufenden Mittels, aus dem prodigy seine Rate schätzt, oder der Instabilität von came. 0: der Wert der Autoren, die Wurzel von beta2 oder 0,9999.</translation>
    </message>
    <message>
        <source>First estimate</source>
        <translation>Erste Schätzung</translation>
    </message>
    <message>
        <source>The rate that prodigy starts with. Too small a value only costs steps.</source>
        <translation>Die Rate, mit der prodigy beginnt. Ein zu kleiner Wert kostet nur Schritte.</translation>
    </message>
    <message>
        <source>Factor of the estimate</source>
        <translation>Faktor der Schätzung</translation>
    </message>
    <message>
        <source>Prodigy&apos;s rate is multiplied by it: the way to make updates larger or smaller, usually 0.5 to 2.</source>
        <translation>Mit ihm wird die Rate von prodigy multipliziert: So werden Änderungen größer oder kleiner, meist 0,5 bis 2.</translation>
    </message>
    <message>
        <source>Fastest growth of the estimate</source>
        <translation>Schnellstes Wachstum der Schätzung</translation>
    </message>
    <message>
        <source>Factor by which prodigy&apos;s rate can grow from one step to the next, such as 1.02; 0: any.</source>
        <translation>Faktor, um den die Rate von prodigy von einem Schritt zum nächsten höchstens wächst, etwa 1,02; 0: beliebig.</translation>
    </message>
    <message>
        <source>Decoupled weight decay</source>
        <translation>Entkoppelter Gewichtsabbau</translation>
    </message>
    <message>
        <source>Prodigy applies weight decay to the weights directly, as adamw does; otherwise it adds it to the gradient, as adam does.</source>
        <translation>Prodigy wendet den Gewichtsabbau wie adamw direkt auf die Gewichte an; sonst addiert es ihn wie adam zum Gradienten.</translation>
    </message>
    <message>
        <source>Bias correction</source>
        <translation>Bias-Korrektur</translation>
    </message>
    <message>
        <source>Corrects prodigy&apos;s means for their start at zero, as adam does.</source>
        <translation>Gleicht wie adam aus, dass die Mittelwerte von prodigy bei null beginnen.</translation>
    </message>
    <message>
        <source>Safeguard the warm-up</source>
        <translation>Aufwärmen absichern</translation>
    </message>
    <message>
        <source>Keeps the small learning rates of a warm-up from raising prodigy&apos;s estimate.</source>
        <translation>Verhindert, dass die kleinen Lernraten des Aufwärmens die Schätzung von prodigy erhöhen.</translation>
    </message>
    <message>
        <source>Rate relative to the weights</source>
        <translation>Rate relativ zu den Gewichten</translation>
    </message>
    <message>
        <source>Multiplies adafactor&apos;s rate by the root mean square of each weight tensor, at least by 0.001. A new LoRA&apos;s B is zero and learns slowly with it.</source>
        <translation>Multipliziert die Rate von adafactor mit dem quadratischen Mittel jedes Gewichtstensors, mindestens mit 0,001. B eines neuen LoRA ist null und lernt damit langsam.</translation>
    </message>
    <message>
        <source>Rate by step</source>
        <translation>Rate nach Schritt</translation>
    </message>
    <message>
        <source>Adafactor uses 1 / sqrt(step), at most 0.01, instead of the learning rate and its schedule.</source>
        <translation>Adafactor nimmt 1 / Wurzel(Schritt), höchstens 0,01, statt der Lernrate und ihres Verlaufs.</translation>
    </message>
    <message>
        <source>Start with small steps</source>
        <translation>Mit kleinen Schritten beginnen</translation>
    </message>
    <message>
        <source>The rate by step rises from 0.000001 by as much with each step.</source>
        <translation>Die Rate nach Schritt steigt von 0,000001 mit jedem Schritt um ebenso viel.</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>Momentum</translation>
    </message>
    <message>
        <source>Adafactor averages its updates with beta1, for 4 bytes per trained value.</source>
        <translation>Adafactor mittelt seine Änderungen mit beta1, für 4 Byte je trainiertem Wert.</translation>
    </message>
    <message>
        <source>Largest update</source>
        <translation>Größte Änderung</translation>
    </message>
    <message>
        <source>Root mean square of a tensor&apos;s update before the learning rate, at most.</source>
        <translation>Quadratisches Mittel der Änderung eines Tensors vor der Lernrate, höchstens.</translation>
    </message>
    <message>
        <source>Rank of gradients</source>
        <translation>Rang der Gradienten</translation>
    </message>
    <message>
        <source>Number of directions that galore keeps of a matrix&apos;s gradient. Smaller matrices use adamw.</source>
        <translation>Anzahl der Richtungen, die galore vom Gradienten einer Matrix behält. Kleinere Matrizen nutzen adamw.</translation>
    </message>
    <message>
        <source>New directions every</source>
        <translation>Neue Richtungen alle</translation>
    </message>
    <message>
        <source>Steps after which galore chooses the directions again, which takes a singular value decomposition of each matrix.</source>
        <translation>Schritte, nach denen galore die Richtungen neu wählt; das kostet eine Singulärwertzerlegung jeder Matrix.</translation>
    </message>
    <message>
        <source>Factor of projected updates</source>
        <translation>Faktor projizierter Änderungen</translation>
    </message>
    <message>
        <source>Multiplies galore&apos;s updates of the matrices that it projects.</source>
        <translation>Multipliziert die Änderungen der Matrizen, die galore projiziert.</translation>
    </message>
    <message>
        <source>Train on sound</source>
        <translation>Mit Ton trainieren</translation>
    </message>
    <message>
        <source>Trains video and sound together, on the sound of the clips. The sound&apos;s half of the network takes memory and time. Off: the clips are trained as silent video.</source>
        <translation>Trainiert Video und Ton gemeinsam, mit dem Ton der Clips. Die Tonhälfte des Netzes kostet Speicher und Zeit. Aus: Die Clips werden als stummes Video trainiert.</translation>
    </message>
    <message>
        <source>Clips without sound</source>
        <translation>Clips ohne Ton</translation>
    </message>
    <message>
        <source>What the sound&apos;s half of the network gets for a clip without sound, which has no sound loss. absent: nothing if no clip of the batch has sound, as in the makers&apos; trainer; otherwise as zeros. zeros: silence with noise, as in SimpleTuner. noise: noise alone, as in ai-toolkit.</source>
        <translation>Was die Tonhälfte des Netzes für einen Clip ohne Ton bekommt, der keinen Loss für den Ton hat. absent: nichts, wenn kein Clip des Batches Ton hat, wie im Trainer der Hersteller; sonst wie zeros. zeros: Stille mit Rauschen, wie in SimpleTuner. noise: nur Rauschen, wie in ai-toolkit.</translation>
    </message>
    <message>
        <source>Weight of the sound&apos;s loss</source>
        <translation>Gewicht des Loss für den Ton</translation>
    </message>
    <message>
        <source>The sound&apos;s loss is multiplied by this and added to the video&apos;s.</source>
        <translation>Der Loss für den Ton wird damit multipliziert und zu dem für das Video addiert.</translation>
    </message>
    <message>
        <source>Noise levels between video and sound</source>
        <translation>Rauschpegel zwischen Video und Ton</translation>
    </message>
    <message>
        <source>Which noise level controls the attention between video and sound if a first frame is given. original: both, as in the makers&apos; trainer. own: each half&apos;s own, as in its first release. other: the other half&apos;s, as in diffusers and ai-toolkit.</source>
        <translation>Welcher Rauschpegel die Attention zwischen Video und Ton steuert, wenn ein erster Frame gegeben ist. original: beide, wie im Trainer der Hersteller. own: der eigene jeder Hälfte, wie in dessen erster Version. other: der der anderen Hälfte, wie in diffusers und ai-toolkit.</translation>
    </message>
    <message>
        <source>Makes clips with sound, if the model has the components audio_vae and vocoder. Only an MP4 file can have it. Validation clips of a run have it if the run trains on it.</source>
        <translation>Generiert Clips mit Ton, wenn das Modell die Komponenten audio_vae und vocoder hat. Nur eine MP4-Datei kann ihn enthalten. Die Validierungsclips eines Laufs haben Ton, wenn der Lauf mit Ton trainiert.</translation>
    </message>
    <message>
        <source>Kind of adapter</source>
        <translation>Art des Adapters</translation>
    </message>
    <message>
        <source>What is trained on top of each layer. lora: the product of two small matrices, which every program reads. dora also trains the length of each row of the changed weight; it learns more like a full fine-tune and takes longer per step. loha multiplies two such products element by element, lokr makes the change from a small and a larger matrix (Kronecker&apos;s product): both learn more with the same number of values. ComfyUI reads all of them, diffusers lora and dora.</source>
        <translation>Was auf jeder Schicht trainiert wird. lora: das Produkt zweier kleiner Matrizen, das jedes Programm liest. dora trainiert zusätzlich die Länge jeder Zeile des veränderten Gewichts; es lernt eher wie ein volles Finetuning und braucht je Schritt länger. loha multipliziert zwei solche Produkte elementweise, lokr bildet die Änderung aus einer kleinen und einer größeren Matrix (Kronecker-Produkt): Beide lernen mit gleich vielen Werten mehr. ComfyUI liest alle, diffusers lora und dora.</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Probability that a value of a layer&apos;s input is left out of the LoRA in a step, as PEFT does. Helps against learning a small dataset by heart, for example 0.05. Off when clips and held-out losses are computed.</source>
        <translation>Wahrscheinlichkeit, dass ein Eingangswert einer Schicht in einem Schritt für das LoRA weggelassen wird, wie in PEFT. Hilft dagegen, einen kleinen Datensatz auswendig zu lernen, zum Beispiel 0.05. Aus, wenn Clips und der Validierungs-Loss berechnet werden.</translation>
    </message>
    <message>
        <source>Dropout of ranks</source>
        <translation>Dropout der Ränge</translation>
    </message>
    <message>
        <source>Probability that a rank of a layer&apos;s LoRA is left out in a step, as in kohya&apos;s scripts.</source>
        <translation>Wahrscheinlichkeit, dass ein Rang des LoRA einer Schicht in einem Schritt weggelassen wird, wie in kohyas Skripten.</translation>
    </message>
    <message>
        <source>Dropout of modules</source>
        <translation>Dropout der Module</translation>
    </message>
    <message>
        <source>Probability that the LoRA of a layer is left out altogether in a step, as in kohya&apos;s scripts.</source>
        <translation>Wahrscheinlichkeit, dass das LoRA einer Schicht in einem Schritt ganz weggelassen wird, wie in kohyas Skripten.</translation>
    </message>
    <message>
        <source>Factor of LoKr</source>
        <translation>Faktor von LoKr</translation>
    </message>
    <message>
        <source>Size of the small matrix: a divisor of the layer&apos;s sizes, or the most it may be. -1 chooses the divisor next to the square root, for the fewest values.</source>
        <translation>Größe der kleinen Matrix: ein Teiler der Maße der Schicht, oder das Höchste, das sie haben darf. -1 wählt den Teiler nächst der Quadratwurzel, für die wenigsten Werte.</translation>
    </message>
    <message>
        <source>Small matrix as a product</source>
        <translation>Kleine Matrix als Produkt</translation>
    </message>
    <message>
        <source>Makes the small matrix of LoKr from a product of the rank, too, if that has fewer values (decompose_both).</source>
        <translation>Bildet auch die kleine Matrix von LoKr als Produkt mit dem Rang, wenn das weniger Werte hat (decompose_both).</translation>
    </message>
    <message>
        <source>Whole matrices</source>
        <translation>Ganze Matrizen</translation>
    </message>
    <message>
        <source>Trains both matrices of LoKr as they are, without products: rank and alpha then have no effect (full_matrix).</source>
        <translation>Trainiert beide Matrizen von LoKr so, wie sie sind, ohne Produkte: Rang und Alpha wirken dann nicht (full_matrix).</translation>
    </message>
    <message>
        <source>Checkpoint every (epochs)</source>
        <translation>Checkpoint alle (Epochen)</translation>
    </message>
    <message>
        <source>Epochs between checkpoints, instead of steps. 0 counts steps.</source>
        <translation>Epochen zwischen zwei Checkpoints statt Schritten. 0 zählt Schritte.</translation>
    </message>
    <message>
        <source>Keep the best checkpoint</source>
        <translation>Besten Checkpoint behalten</translation>
    </message>
    <message>
        <source>Saves a checkpoint whenever the held-out loss is lower than ever before, and keeps it beyond the limit until a better one replaces it. Needs held-out samples. The run&apos;s result is still that of its last step.</source>
        <translation>Speichert einen Checkpoint, sobald der Validierungs-Loss niedriger ist als je zuvor, und behält ihn über die Grenze hinaus, bis ein besserer ihn ersetzt. Braucht Validierungs-Samples. Das Ergebnis des Laufs ist weiterhin das des letzten Schritts.</translation>
    </message>
    <message>
        <source>Validate every (epochs)</source>
        <translation>Validierung alle (Epochen)</translation>
    </message>
    <message>
        <source>Epochs between validations, instead of steps. 0 counts steps.</source>
        <translation>Epochen zwischen zwei Validierungen statt Schritten. 0 zählt Schritte.</translation>
    </message>
    <message>
        <source>Stop early after</source>
        <translation>Früh beenden nach</translation>
    </message>
    <message>
        <source>measurements</source>
        <translation>Messungen</translation>
    </message>
    <message>
        <source>Finishes the run after this many measurements of the held-out loss in a row without a new lowest value. Needs held-out samples. 0 never stops early.</source>
        <translation>Beendet den Lauf, wenn so viele Messungen des Validierungs-Loss nacheinander keinen neuen Tiefstwert ergeben. Braucht Validierungs-Samples. 0 beendet nie früh.</translation>
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
