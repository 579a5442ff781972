<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>AboutDialog</name>
    <message>
        <source>Built with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About Framewright</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;h2&gt;Framewright %1&lt;/h2&gt;&lt;p&gt;Turns videos into datasets, trains video-diffusion models on them, and previews the clips, on your own computer.&lt;/p&gt;&lt;p&gt;The window is free software under the GNU General Public License, version 3 or later; the engine&apos;s sources are under the Apache License 2.0. There is no warranty.&lt;/p&gt;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Licences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GNU GPL 3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apache 2.0</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type a part of a command&apos;s name; Enter runs the marked one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type a command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matching commands</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DeviceCheckModel</name>
    <message>
        <source>%1 TFLOP/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 GB/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When the check ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the maker calls the device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number format of the matrices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed of a large matrix product: what training mostly waits for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matrix product</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes read and written in the device&apos;s own memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From the computer&apos;s memory to the GPU: what block streaming waits for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Upload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest error of the product against 64-bit arithmetic, relative to its row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest error</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DeviceCheckPage</name>
    <message>
        <source>Device check</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Multiplies large matrices and copies memory on each device, and compares the product with exact arithmetic.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the &amp;devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Shift+D</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measures the speed of each device; takes some seconds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Results of this session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No results yet. A check takes some seconds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel the device check</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the device check</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine is not ready.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JobDock</name>
    <message>
        <source>Jobs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No jobs yet. Long work, such as a device check, waits and runs here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Job commands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel r&amp;unning job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ends the running job without saving.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Cancel job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Shift+X</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ends the selected job, or the running one, without saving.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Hold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Shift+H</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keeps a waiting job from starting until it is resumed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Shift+R</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lets a held job start, or goes on with an ended one from its newest checkpoint.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Shift+U</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes a checkpoint and frees the device; the next job runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Stop and save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Shift+S</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes a checkpoint and the result so far, then ends the job.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chec&amp;kpoint now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Shift+K</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes a checkpoint and goes on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Validate now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Shift+V</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Makes the validation clips now and goes on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Alt+Up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs the selected waiting job earlier. Dragging its row does the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Alt+Down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs the selected waiting job later. Dragging its row does the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re&amp;move from list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Del</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forgets the selected job; what it made stays.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C&amp;lear ended jobs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Shift+Del</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forgets all jobs that have ended; what they made stays.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JobListModel</name>
    <message>
        <source>%1 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>took %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LogDock</name>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No lines at this level, or none with this text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows lines of this level and worse ones</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Information</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Follow new lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Shift+F</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keeps the newest log line in view.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Search the log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+F</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moves to the search field of the log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+C</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies the selected log lines, or all that are shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy &amp;diagnostics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Shift+C</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies versions, devices and the newest log lines, for a bug report.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log commands</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LogModel</name>
    <message>
        <source>error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>warning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>info</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>debug</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>&amp;Settings…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+,</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme, language and folders.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Find a command…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Shift+P</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finds and runs any command by its name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Q</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Closes the window and ends all jobs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load the &amp;engine again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Shift+E</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tries again to load the engine after its set-up was mended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Jobs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Shift+J</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows or hides the job queue.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Shift+L</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows or hides the log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Light or dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Shift+T</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switches between the light and the dark theme.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F11</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fills the screen with this window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Shift+0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Puts docks and columns back where they were at first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;What is this?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift+F1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Explains the next thing you click.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the log &amp;folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Shift+O</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the folder with the log files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;About Framewright</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+F1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version and licences.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close Framewright?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is running.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n jobs are waiting.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Closing ends it without saving and drops %n waiting jobs.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Closing ends all jobs without saving.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Keep open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;End jobs and close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MessageBar</name>
    <message>
        <source>Show in log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss this message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the log at the line about this message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Advice</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>NavigationRail</name>
    <message>
        <source>Pages</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>&amp;Ask before closing while jobs run or wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colours of the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language of the window; log lines stay English</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask before closing while jobs run or wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Closing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cache folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn videos into a dataset, train a model on it, and look at the clips it makes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading the engine and looking for devices…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 free of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not in this build: the CPU is used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NVIDIA driver</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (needed: %2 or newer)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not in this build</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message numerus="yes">
        <source>%1 (%n waiting)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine not loaded yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading the engine…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>VRAM %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory used of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2): %3 free of %4</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>errors</name>
    <message>
        <source>{file} could not be written ({step}): {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the free space and the permissions of its folder. The old file, if any, is unchanged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} could not be read: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that the file exists and that you may read it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} cannot be locked: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that you may write to its folder and that its file system supports locks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder {folder} cannot be used: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check its permissions and the free space, or set {variable}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}, line {line}: not a training sample ({reason}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is written when a run is queued and is not meant to be edited: queue the run again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{device} computes wrongly: a matrix product is off by {error} (relative).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update its driver; if that does not help, the device may be damaged or overclocked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine knows no jobs of kind “{kind}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Program and engine are of different versions: run installers/run.sh again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The device ran out of memory: {what} (peak {peak}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a smaller size or batch, or an offload mode.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The GPU reported an error: {what}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It cannot be used again before Framewright is started anew; a run resumes from its newest checkpoint.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LibTorch reported an error: {what}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is a mistake in Framewright: please report it with the log file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{verb}” is not a verb of the job queue.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Program and engine are of different versions: update both.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine {file} is not there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run installers/run.sh again: it fetches LibTorch and builds the engine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine {file} cannot be opened: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LibTorch is missing or damaged. Run installers/run.sh again: it mends both.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine {file} belongs to another version of Framewright.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run installers/run.sh again: it builds program and engine together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” is not an event, state or level of the job queue.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The computer ran out of memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close other programs, or choose smaller sizes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The job met an error it does not know: {what}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jobs of kind “{kind}” cannot be run here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine is not loaded: “framewright-cli info” says why.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no job {job}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Job {job} is {state}: “{verb}” cannot be done now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jobs of kind “{kind}” do not know “{verb}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No NVIDIA driver was found, so the CPU is used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With an NVIDIA card: install driver {minimum} or newer (Debian: nvidia-driver) and restart.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The NVIDIA driver {driver} is too old, so the CPU is used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install driver {minimum} or newer and restart.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} could not be opened: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor {tensor} could not be read from {file}: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the disk, and that nothing changes the file while it is read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is damaged or not a safetensors file: copy, download or save it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} is cut short: it has {size} bytes, its length field and header need {expected}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} claims a header of {length} bytes; the format allows {limit}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The header of {file} is not valid JSON (at byte {position}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The header of {file} is not a JSON object of tensors: found {found} at {place}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The metadata of {file} must be strings, but {key} is {found}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} lists {name} twice.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}: {field} of tensor {tensor} must be {expected}, but is {found}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}: tensor {tensor} has an unknown field {field}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}: tensor {tensor} has no {field}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}: tensor {tensor} has the data type {dtype}, which is not supported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convert the file to F32, F16 or BF16.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}: the shape {shape} of tensor {tensor} is larger than any file can be.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}: tensor {tensor} of type {dtype} and shape {shape} needs {expected} bytes, but its offsets {begin} to {end} do not span that many.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} is cut short: tensor {tensor} ends at byte {end} of the data, which has {size}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}: the data of tensors {tensor} and {other} overlap.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}: {count} bytes of data after tensor {tensor} belong to no tensor.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} holds no safetensors weights.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download the model&apos;s .safetensors files; .bin and .pt files have to be converted first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} holds several weight files and none has a usual name: {files}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the file to use itself instead of its folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} is not a shard index: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download the file again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} names files that are not there: {missing}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download the missing files into the same folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} names {count} tensors that its files do not hold: {missing}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Index and files are not of one checkpoint: download them again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} has no tensor named {tensor}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that the file belongs to this model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no device “{device}” here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This computer has: {devices}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>job state</name>
    <message>
        <source>Waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On hold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped, saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>phases</name>
    <message>
        <source>measuring devices</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>progress</name>
    <message>
        <source>%1 per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
