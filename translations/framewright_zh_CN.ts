<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>AboutDialog</name>
    <message>
        <source>Built with</source>
        <translation>所用组件</translation>
    </message>
    <message>
        <source>About Framewright</source>
        <translation>关于 Framewright</translation>
    </message>
    <message>
        <source>&lt;h2&gt;Framewright %1&lt;/h2&gt;&lt;p&gt;Turns videos into datasets, trains video-diffusion models on them, and previews the clips, on your own computer.&lt;/p&gt;&lt;p&gt;The window is free software under the GNU General Public License, version 3 or later; the engine&apos;s sources are under the Apache License 2.0. There is no warranty.&lt;/p&gt;</source>
        <translation>&lt;h2&gt;Framewright %1&lt;/h2&gt;&lt;p&gt;在您自己的电脑上把视频制作成数据集，用它训练视频扩散模型，并预览生成的片段。&lt;/p&gt;&lt;p&gt;界面是自由软件，采用 GNU 通用公共许可证第 3 版或更高版本；引擎源代码采用 Apache 许可证 2.0。本软件不提供任何担保。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>许可证</translation>
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
    <name>CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Type a part of a command&apos;s name; Enter runs the marked one</source>
        <translation>输入命令名称的一部分，按回车执行选中的命令</translation>
    </message>
    <message>
        <source>Type a command</source>
        <translation>输入命令</translation>
    </message>
    <message>
        <source>Matching commands</source>
        <translation>匹配的命令</translation>
    </message>
</context>
<context>
    <name>DeviceCheckModel</name>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>When the check ended</source>
        <translation>检测结束的时间</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>What the maker calls the device</source>
        <translation>厂商给出的设备名称</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Number format of the matrices</source>
        <translation>矩阵的数值格式</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Speed of a large matrix product: what training mostly waits for</source>
        <translation>大矩阵乘法的速度：训练的主要耗时所在</translation>
    </message>
    <message>
        <source>Matrix product</source>
        <translation>矩阵乘法</translation>
    </message>
    <message>
        <source>Bytes read and written in the device&apos;s own memory</source>
        <translation>在设备自身显存或内存中读写的字节数</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>From the computer&apos;s memory to the GPU: what block streaming waits for</source>
        <translation>从内存传到 GPU：逐块加载时的耗时所在</translation>
    </message>
    <message>
        <source>Upload</source>
        <translation>上传</translation>
    </message>
    <message>
        <source>Largest error of the product against 64-bit arithmetic, relative to its row</source>
        <translation>乘积相对于 64 位运算的最大误差（以所在行为基准）</translation>
    </message>
    <message>
        <source>Largest error</source>
        <translation>最大误差</translation>
    </message>
</context>
<context>
    <name>DeviceCheckPage</name>
    <message>
        <source>Device check</source>
        <translation>设备检测</translation>
    </message>
    <message>
        <source>Multiplies large matrices and copies memory on each device, and compares the product with exact arithmetic.</source>
        <translation>在每个设备上做大矩阵乘法和内存复制，并将乘积与精确运算比较。</translation>
    </message>
    <message>
        <source>Check the &amp;devices</source>
        <translation>检测设备(&amp;D)</translation>
    </message>
    <message>
        <source>Measures the speed of each device; takes some seconds.</source>
        <translation>测量每个设备的速度，需要几秒钟。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Results of this session</source>
        <translation>本次会话的结果</translation>
    </message>
    <message>
        <source>No results yet. A check takes some seconds.</source>
        <translation>尚无结果。检测需要几秒钟。</translation>
    </message>
    <message>
        <source>Cancel the device check</source>
        <translation>取消设备检测</translation>
    </message>
    <message>
        <source>Progress of the device check</source>
        <translation>设备检测进度</translation>
    </message>
    <message>
        <source>The engine is not ready.</source>
        <translation>引擎尚未就绪。</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
</context>
<context>
    <name>JobDock</name>
    <message>
        <source>Jobs</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>No jobs yet. Long work, such as a device check, waits and runs here.</source>
        <translation>还没有任务。设备检测等耗时的工作会在这里排队和运行。</translation>
    </message>
    <message>
        <source>Job commands</source>
        <translation>任务命令</translation>
    </message>
    <message>
        <source>Cancel r&amp;unning job</source>
        <translation>取消正在运行的任务(&amp;U)</translation>
    </message>
    <message>
        <source>Ends the running job without saving.</source>
        <translation>结束正在运行的任务，不保存。</translation>
    </message>
    <message>
        <source>&amp;Cancel job</source>
        <translation>取消任务(&amp;C)</translation>
    </message>
    <message>
        <source>Ends the selected job, or the running one, without saving.</source>
        <translation>结束选中的任务（未选中时为正在运行的任务），不保存。</translation>
    </message>
    <message>
        <source>&amp;Hold</source>
        <translation>搁置(&amp;H)</translation>
    </message>
    <message>
        <source>Keeps a waiting job from starting until it is resumed.</source>
        <translation>让等待中的任务暂不开始，直到恢复为止。</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>恢复(&amp;R)</translation>
    </message>
    <message>
        <source>Lets a held job start, or goes on with an ended one from its newest checkpoint.</source>
        <translation>放行搁置的任务，或从最新的检查点继续已结束的任务。</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>Writes a checkpoint and frees the device; the next job runs.</source>
        <translation>写入检查点并释放设备，接着运行下一个任务。</translation>
    </message>
    <message>
        <source>&amp;Stop and save</source>
        <translation>停止并保存(&amp;S)</translation>
    </message>
    <message>
        <source>Writes a checkpoint and the result so far, then ends the job.</source>
        <translation>写入检查点和目前的结果，然后结束任务。</translation>
    </message>
    <message>
        <source>Chec&amp;kpoint now</source>
        <translation>立即写入检查点(&amp;K)</translation>
    </message>
    <message>
        <source>Writes a checkpoint and goes on.</source>
        <translation>写入检查点后继续。</translation>
    </message>
    <message>
        <source>&amp;Validate now</source>
        <translation>立即验证(&amp;V)</translation>
    </message>
    <message>
        <source>Makes the validation clips now and goes on.</source>
        <translation>立即生成验证片段，然后继续。</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>上移(&amp;U)</translation>
    </message>
    <message>
        <source>Runs the selected waiting job earlier. Dragging its row does the same.</source>
        <translation>让选中的等待任务更早运行。拖动该行效果相同。</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation>下移(&amp;D)</translation>
    </message>
    <message>
        <source>Runs the selected waiting job later. Dragging its row does the same.</source>
        <translation>让选中的等待任务更晚运行。拖动该行效果相同。</translation>
    </message>
    <message>
        <source>Re&amp;move from list</source>
        <translation>从列表移除(&amp;M)</translation>
    </message>
    <message>
        <source>Forgets the selected job; what it made stays.</source>
        <translation>移除选中的任务，其产物保留。</translation>
    </message>
    <message>
        <source>C&amp;lear ended jobs</source>
        <translation>清除已结束的任务(&amp;L)</translation>
    </message>
    <message>
        <source>Forgets all jobs that have ended; what they made stays.</source>
        <translation>移除所有已结束的任务，其产物保留。</translation>
    </message>
</context>
<context>
    <name>JobListModel</name>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>took %1</source>
        <translation>用时 %1</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
</context>
<context>
    <name>LogDock</name>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Log lines</source>
        <translation>日志行</translation>
    </message>
    <message>
        <source>No lines at this level, or none with this text.</source>
        <translation>没有该级别的日志，或没有包含此文本的日志。</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Shows lines of this level and worse ones</source>
        <translation>显示该级别及更严重的日志</translation>
    </message>
    <message>
        <source>All lines</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Information</source>
        <translation>信息</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation>搜索日志</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>&amp;Follow new lines</source>
        <translation>跟随新日志(&amp;F)</translation>
    </message>
    <message>
        <source>Keeps the newest log line in view.</source>
        <translation>始终显示最新的日志行。</translation>
    </message>
    <message>
        <source>&amp;Search the log</source>
        <translation>搜索日志(&amp;S)</translation>
    </message>
    <message>
        <source>Moves to the search field of the log.</source>
        <translation>跳到日志的搜索框。</translation>
    </message>
    <message>
        <source>&amp;Copy lines</source>
        <translation>复制日志行(&amp;C)</translation>
    </message>
    <message>
        <source>Copies the selected log lines, or all that are shown.</source>
        <translation>复制选中的日志行，未选中时复制所有显示的行。</translation>
    </message>
    <message>
        <source>Copy &amp;diagnostics</source>
        <translation>复制诊断信息(&amp;D)</translation>
    </message>
    <message>
        <source>Copies versions, devices and the newest log lines, for a bug report.</source>
        <translation>复制版本、设备和最新的日志行，用于报告问题。</translation>
    </message>
    <message>
        <source>Log commands</source>
        <translation>日志命令</translation>
    </message>
</context>
<context>
    <name>LogModel</name>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>info</source>
        <translation>信息</translation>
    </message>
    <message>
        <source>debug</source>
        <translation>调试</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>&amp;Settings…</source>
        <translation>设置(&amp;S)…</translation>
    </message>
    <message>
        <source>Theme, language and folders.</source>
        <translation>主题、语言和文件夹。</translation>
    </message>
    <message>
        <source>&amp;Find a command…</source>
        <translation>查找命令(&amp;F)…</translation>
    </message>
    <message>
        <source>Finds and runs any command by its name.</source>
        <translation>按名称查找并执行任意命令。</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Closes the window and ends all jobs.</source>
        <translation>关闭窗口并结束所有任务。</translation>
    </message>
    <message>
        <source>Load the &amp;engine again</source>
        <translation>重新加载引擎(&amp;E)</translation>
    </message>
    <message>
        <source>Tries again to load the engine after its set-up was mended.</source>
        <translation>修复安装后再次尝试加载引擎。</translation>
    </message>
    <message>
        <source>&amp;Jobs</source>
        <translation>任务(&amp;J)</translation>
    </message>
    <message>
        <source>Shows or hides the job queue.</source>
        <translation>显示或隐藏任务队列。</translation>
    </message>
    <message>
        <source>&amp;Log</source>
        <translation>日志(&amp;L)</translation>
    </message>
    <message>
        <source>Shows or hides the log.</source>
        <translation>显示或隐藏日志。</translation>
    </message>
    <message>
        <source>&amp;Light or dark</source>
        <translation>浅色或深色(&amp;L)</translation>
    </message>
    <message>
        <source>Switches between the light and the dark theme.</source>
        <translation>在浅色与深色主题之间切换。</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>全屏(&amp;F)</translation>
    </message>
    <message>
        <source>Fills the screen with this window.</source>
        <translation>让窗口占满屏幕。</translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation>重置布局(&amp;R)</translation>
    </message>
    <message>
        <source>Puts docks and columns back where they were at first.</source>
        <translation>将停靠面板和列恢复到最初的位置。</translation>
    </message>
    <message>
        <source>&amp;What is this?</source>
        <translation>这是什么(&amp;W)？</translation>
    </message>
    <message>
        <source>Explains the next thing you click.</source>
        <translation>说明接下来点击的项目。</translation>
    </message>
    <message>
        <source>Open the log &amp;folder</source>
        <translation>打开日志文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>Opens the folder with the log files.</source>
        <translation>打开存放日志文件的文件夹。</translation>
    </message>
    <message>
        <source>&amp;About Framewright</source>
        <translation>关于 Framewright(&amp;A)</translation>
    </message>
    <message>
        <source>Version and licences.</source>
        <translation>版本和许可证。</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Close Framewright?</source>
        <translation>关闭 Framewright？</translation>
    </message>
    <message>
        <source>“%1” is running.</source>
        <translation>“%1”正在运行。</translation>
    </message>
    <message numerus="yes">
        <source>%n jobs are waiting.</source>
        <translation>
            <numerusform>有 %n 个任务在等待。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Closing ends it without saving and drops %n waiting jobs.</source>
        <translation>
            <numerusform>关闭会结束它且不保存，并丢弃 %n 个等待中的任务。</numerusform>
        </translation>
    </message>
    <message>
        <source>Closing ends all jobs without saving.</source>
        <translation>关闭会结束所有任务且不保存。</translation>
    </message>
    <message>
        <source>&amp;Keep open</source>
        <translation>保持打开(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;End jobs and close</source>
        <translation>结束任务并关闭(&amp;E)</translation>
    </message>
</context>
<context>
    <name>MessageBar</name>
    <message>
        <source>Show in log</source>
        <translation>在日志中查看</translation>
    </message>
    <message>
        <source>Dismiss this message</source>
        <translation>关闭此消息</translation>
    </message>
    <message>
        <source>Opens the log at the line about this message</source>
        <translation>打开日志并定位到此消息所在的行</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>还有 %n 条</numerusform>
        </translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
</context>
<context>
    <name>NavigationRail</name>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
</context>
<context>
    <name>ProjectCard</name>
    <message>
        <source>Projects</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Recent projects</source>
        <translation>最近的项目</translation>
    </message>
    <message>
        <source>No projects yet. A project is a folder with a database of clips and captions.</source>
        <translation>还没有项目。项目是一个文件夹，内含片段和描述的数据库。</translation>
    </message>
    <message>
        <source>&amp;Remove from recent projects</source>
        <translation>从最近的项目中移除(&amp;R)</translation>
    </message>
    <message>
        <source>Takes the selected folder off the list; the project stays.</source>
        <translation>将选中的文件夹移出列表，项目本身保留。</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n clips</source>
        <translation>
            <numerusform>%1，%n 个片段</numerusform>
        </translation>
    </message>
    <message>
        <source>Recent project</source>
        <translation>最近的项目</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>&amp;Ask before closing while jobs run or wait</source>
        <translation>有任务运行或等待时，关闭前询问(&amp;A)</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>跟随桌面</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Colours of the window</source>
        <translation>窗口的配色</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Language of the window; log lines stay English</source>
        <translation>窗口的语言；日志仍为英文</translation>
    </message>
    <message>
        <source>Ask before closing while jobs run or wait</source>
        <translation>有任务运行或等待时，关闭前询问</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>Closing</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Log folder</source>
        <translation>日志文件夹</translation>
    </message>
    <message>
        <source>Cache folder</source>
        <translation>缓存文件夹</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开%1</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Turn videos into a dataset, train a model on it, and look at the clips it makes.</source>
        <translation>把视频制作成数据集，用它训练模型，并查看生成的片段。</translation>
    </message>
    <message>
        <source>Go on with</source>
        <translation>接下来</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message numerus="yes">
        <source>%1 (%n waiting)</source>
        <translation>
            <numerusform>%1（%n 个等待）</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>Progress of %1</source>
        <translation>%1 的进度</translation>
    </message>
    <message>
        <source>Engine not loaded yet</source>
        <translation>引擎尚未加载</translation>
    </message>
    <message>
        <source>Loading the engine…</source>
        <translation>正在加载引擎…</translation>
    </message>
    <message>
        <source>Engine ready</source>
        <translation>引擎就绪</translation>
    </message>
    <message>
        <source>No engine</source>
        <translation>无引擎</translation>
    </message>
    <message>
        <source>VRAM %1 of %2</source>
        <translation>显存 %1 / %2</translation>
    </message>
    <message>
        <source>Memory %1 of %2</source>
        <translation>内存 %1 / %2</translation>
    </message>
    <message>
        <source>Memory used of %1</source>
        <translation>%1 的内存占用</translation>
    </message>
    <message>
        <source>%1 (%2): %3 free of %4</source>
        <translation>%1（%2）：空闲 %3，共 %4</translation>
    </message>
</context>
<context>
    <name>SystemCard</name>
    <message>
        <source>This computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Loading the engine and looking for devices…</source>
        <translation>正在加载引擎并查找设备…</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>%1 free of %2</source>
        <translation>空闲 %1，共 %2</translation>
    </message>
    <message>
        <source>not in this build</source>
        <translation>此版本未包含</translation>
    </message>
    <message>
        <source>not in this build: the CPU is used</source>
        <translation>此版本未包含，使用 CPU</translation>
    </message>
    <message>
        <source>NVIDIA driver</source>
        <translation>NVIDIA 驱动</translation>
    </message>
    <message>
        <source>%1 (needed: %2 or newer)</source>
        <translation>%1（需要 %2 或更高版本）</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>edits</name>
    <message>
        <source>Edit a caption</source>
        <translation>编辑描述</translation>
    </message>
    <message>
        <source>Remove captions</source>
        <translation>移除描述</translation>
    </message>
    <message>
        <source>Find and replace in captions</source>
        <translation>在描述中查找并替换</translation>
    </message>
    <message>
        <source>Add a prefix to captions</source>
        <translation>为描述添加前缀</translation>
    </message>
    <message>
        <source>Add a suffix to captions</source>
        <translation>为描述添加后缀</translation>
    </message>
    <message>
        <source>Caption clips by program</source>
        <translation>用程序为片段添加描述</translation>
    </message>
    <message>
        <source>Remove clips</source>
        <translation>移除片段</translation>
    </message>
    <message>
        <source>Change in and out points</source>
        <translation>更改入点和出点</translation>
    </message>
    <message>
        <source>Change the crop</source>
        <translation>更改裁剪</translation>
    </message>
    <message>
        <source>Choose a bucket</source>
        <translation>选择分桶</translation>
    </message>
    <message>
        <source>Split clips</source>
        <translation>拆分片段</translation>
    </message>
    <message>
        <source>Add a tag</source>
        <translation>添加标签</translation>
    </message>
    <message>
        <source>Remove a tag</source>
        <translation>移除标签</translation>
    </message>
    <message>
        <source>Change the buckets</source>
        <translation>更改分桶</translation>
    </message>
    <message>
        <source>Change the project&apos;s settings</source>
        <translation>更改项目设置</translation>
    </message>
    <message>
        <source>Import clips</source>
        <translation>导入片段</translation>
    </message>
    <message>
        <source>Relink sources</source>
        <translation>重新关联源文件</translation>
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
    <message>
        <source>The LoRA does not fit this model: {problems}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use it with the model that it was trained on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{tensor} holds {count} values that are not finite numbers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is of no use. Go back to an older checkpoint and lower the learning rate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{tensor} is zero everywhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is not trained: look at the learning rate, its warm-up and the adapted modules.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{tensor} is {ratio} times as large as tensors of its kind are (root mean square {rms}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run may be diverging there. Look at the clips before you go on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} is no LoRA of this model: {problems}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Readable are LoRA files in the key formats of diffusers, ComfyUI and kohya.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} exists already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a new folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{pattern}&quot; is no regular expression: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the end of a module&apos;s name, such as to_q, or mend the expression.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No module of this model is meant by {patterns}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its linear layers are named like these: {examples}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No bucket has been chosen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name buckets as FxHxW, or let them be proposed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clip {clip} has {frames} frames, the shortest bucket takes {needed}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a bucket with fewer frames, or remove the clip.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clip {clip} is a single frame and no bucket has one frame.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a bucket of one frame, or remove the clip.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clip {clip} has {frames} frames and cannot fill the bucket {bucket} chosen for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another bucket for it, or none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{clips} of {all} clips fit no bucket and would not be trained on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a bucket with fewer frames, or remove the clips.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No clip fits the bucket {bucket}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the bucket.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The bucket {bucket} has {samples} samples, fewer than a batch of {batch}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its samples are seen in smaller batches: remove the bucket, add clips, or lower the batch size.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{clips} clips are smaller than their bucket and would be enlarged, up to {scale} times.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a smaller bucket or remove the clips: a model learns the blur as well.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{clips} clips lose more than {limit}% of their picture, clip {clip} the most with {share}%.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a bucket nearer to their aspect ratio, or crop them by hand.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The clips have {lowest} to {highest} frames a second and are not resampled, so motion would differ in speed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set a frame rate to which all clips are resampled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{clips} clips have fewer than {fps} frames a second (clip {clip}: {lowest}): frames would be repeated and motion would stutter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove these clips, or train at a lower frame rate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model} takes heights and widths in multiples of {multiple} and was trained on {step}N+1 frames up to {most}, at {fps} frames a second and up to {height}x{width}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A sample may have {megapixels} million pixels (frames x height x width).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{vram} of device memory leave room for {megapixels} million pixels (frames x height x width) a sample at a batch of {batch}; this is an estimate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{buckets}: {clips} of {all} clips find a bucket and keep {picture}% of their picture and {frames}% of their frames.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No bucket fits: the clips are shorter than {fewest} frames, or the budget is too small for {least}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add longer clips, or raise the budget.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The bucket {bucket}: {model} takes heights and widths in multiples of {multiple}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The nearest is {nearest}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The bucket {bucket}: {model} takes only {nearest}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its position embeddings were learned for this size alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The bucket {bucket}: {model} takes {step}k+1 frames.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The bucket {bucket}: {model} was trained on {step}N+1 frames up to {most}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It runs, but {nearest} is what the model knows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{flag}: &quot;{value}&quot; is not a bucket.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write frames, height and width as 49x480x720.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{flag}: &quot;{value}&quot; is not a positive whole number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{flag} is missing: frames, heights and widths make buckets only together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name all three lists, or video_resolution_buckets alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} is missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name a model folder in diffusers layout: it holds model_index.json, transformer, vae, text_encoder, tokenizer and scheduler.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} is not a model&apos;s configuration: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} holds a {class}, which is not supported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Supported are the CogVideoX models: {known}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model} makes clips with heights and widths in multiples of {multiple}, not {height}x{width}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The nearest heights are: {heights}. The nearest widths are: {widths}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model} makes only clips of {nearest} (height x width), not {height}x{width}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model} makes clips of {step}k+1 frames, not {frames}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The nearest are: {nearest}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no clips of {size} (frames x height x width).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each number must be from 1 to {limit}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} starts no training: no command in it runs a Python file with flags.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the launch script of finetrainers or CogVideoX-Factory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--{flag} {value}: no setting has this name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look for its purpose in the reference page of settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--{flag} {value}: not possible for {key}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It must be a {type} {limits}; the default is used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--{flag} {value}: not part of a run file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{advice}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}, line {line}: {what}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import the videos with `framewright-cli dataset import` and freeze them with `precompute`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Latents and embeddings are always precomputed by `framewright-cli precompute`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Curves are kept in the project, as TensorBoard files and as CSV.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This memory saving does not exist here; the fp32 optimizer is used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing needs to be set for it here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run uses one device: see run.device.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It belongs to models that this version does not train.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation counts steps: see validation.validation_steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is uploaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See training.mixed_precision.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See validation.offload; model is the default.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give --resume latest on the command line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model is a folder on disk: choose its version when you download it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See run.allow_tf32.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the prompts into validation.validation_prompts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the scaled rate into optimizer.lr yourself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only Prodigy and CAME have it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only Prodigy has it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run files are TOML: key = value, text in quotes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: there is no setting {key}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reference page of settings lists all of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Did you mean {nearest}?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: {key} is {given}, not a {wanted}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write it as {example}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: {key} cannot be {value}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It must be {limits}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: {key}: &quot;{value}&quot; is no {wanted}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An example: {example}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}: {key} is missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add it: {explanation}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}: neither training.train_steps nor training.train_epochs says when the run ends.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give one of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}: there are {prompts} validation prompts and {images} validation images.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Image-to-video takes one image for each prompt.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: {key} does nothing in this run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It counts only when {condition}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>true or false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a date or time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prompt with a size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>module name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>regular expression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} cannot be set in this run file: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the table as [{table}] with one key a line and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{text}&quot; sets nothing: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write it as key=value, for example {example}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{text} is no run: there is no run.toml in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give a folder below runs/, or latest.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run&apos;s folder {folder} could not be made: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the permissions and the space of the folder in run.output_dir.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder of {file} is not there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make it first, or choose another place for the clip.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} is no name for a clip.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use .mp4, .gif or .webp, or no extension for a folder of PNG pictures.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This clip cannot be made: {problems}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{value}” is not a value of {key}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose one of: {choices}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{failed} of {total} samples could not be read and are left out of {file}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log names each of them. Mend or remove these clips, then run precompute again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The transformer in {folder} takes {channels} input channels and gives {outputs}: it is no model for {task}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the other task in training.task or another model folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} is not readable as JSON: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy or download the model folder again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models of the family {family} cannot be trained here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The families are: cogvideox.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A picture cannot be cropped or resized so: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Correct the crop or the size.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that it exists and that you may read it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} has zero bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy or download it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} is neither a video nor a picture: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open it in a player: if it plays there, convert it to MP4; if not, remove it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} is cut off or was never finished: the index at its end is missing ({reason}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy or download it again; a recording may be mended by the program that made it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} is an animated WebP, which cannot be decoded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convert it to MP4 or to a folder of PNG pictures first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} holds no video, only {tracks}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove it from the list of clips.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} is coded as {codec}, for which there is no decoder here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convert it to H.264 first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No frame of {file} can be decoded: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} could not be decoded at {second} s (frame {frame}): {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is damaged there: copy it again, or cut the clip before that second.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} is damaged at {second} s: frame {frame} is decoded in part only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the file again, or cut the clip before that second.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frame {frame} of {file} was asked for, but it has {frames} frames, counted from 0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a frame below {frames}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} cannot give the sample: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Correct the clip&apos;s in and out points, crop or size.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} gives {available} frames at {fps} frames a second, the sample needs {needed}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a bucket with fewer frames, a higher frame rate or a longer cut.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} could not be written: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the free space and the permissions of its folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} cannot be made: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the size, the rate or the format.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} is cut off: it gives {frames} frames, up to {second} s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy or download it again, or use what it has.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} is damaged in {places} places, first at {second} s: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy or download it again, or cut around the damage.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A latent of {frames} x {height} x {width} cannot be cut into patches of {patch}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose frames, height and width that the model takes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model has learned positions for latents of {height} x {width}, not {given}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the height and width that the model was trained at.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{component} does not describe a model that can be built: {problems}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy or download the model folder again, or choose a model of a supported family.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} does not hold the weights of this model: {problems}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that config.json and the weights belong together, or download the folder again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The optimizer&apos;s saved state does not fit this run: {tensor} is {problem}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume with the run file that wrote the checkpoint; to change what is trained, start a new run from its weights.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no course of the learning rate called {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose constant, constant_with_warmup, linear, cosine, cosine_with_restarts or polynomial.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} is not a reference case: {problem}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reference cases are made by make_cases.py.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The case {file} lacks the input {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make the cases again with make_cases.py.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The case {file} lacks the parameter {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} cannot be read as JSON: {problem}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the model folder of the cases again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} asks for {component} of the family “{family}”, which is not known here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update Framewright, or leave this case out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no bound for {case} in bf16: {problem}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make bf16.json with tests/reference/make_bf16_bounds.py, or run without --dtype bf16.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{case} could not be computed: {problem}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} is not JSON: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy or download the model again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The cache entry {file} is not there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run “framewright-cli precompute” again: it makes what is missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The cache entry {file} is damaged: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run “framewright-cli precompute” again: it replaces damaged entries.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The cache folder {folder} cannot be made: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check its permissions and the free space, or choose another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} is not a folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name a model folder in diffusers layout.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} describes a “{class}”, which is not supported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Supported are: {known}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} is not a list of parameters: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It must hold “parameters”: names with their shapes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{component}: {tensor} is missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{component}: {tensor} is not part of this model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{component}: {tensor} is {found} instead of {wanted}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{component}: the model has {found} parameters instead of {wanted}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The cache {folder} needs {needed} more, but its disk has {free} free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space, or choose a cache folder on another disk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model} makes clips from a first image, and none is given.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give an image, or choose a text-to-video model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model} makes clips from text alone and cannot use an image.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave the image out, or choose an image-to-video model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{steps} denoising steps are not possible.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose between 1 and 1000; 50 is usual.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The caption of clip {clip} is not UTF-8 text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the text as UTF-8.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no clips to train on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import some, or choose another filter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{sources} sources are not where they were, first {file}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Relink them by naming the folder that they were moved to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{clips} of {all} clips have no caption.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write captions, or let a captioner do it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{clips} captions have more than the {limit} tokens that {model} reads; the rest is cut off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shorten them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{clips} clips come from damaged or cut-off files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at them with the filter is:damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clip {clip} cannot run from frame {in} to {out}: {file} has {frames} frames.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose frames from 0 to {frames}, the end after the beginning.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The crop {crop} leaves the picture of clip {clip}, which is {size}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a crop inside the picture.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The filter term &quot;{term}&quot; names an unknown field, {field}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fields are {fields}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The filter term &quot;{term}&quot; has an unknown value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Possible are {values}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The filter term &quot;{term}&quot; compares with something that is no number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write it as width&gt;=720.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no clip {clip} in the project.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List the clips to see their numbers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} holds {file} already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose an empty folder, or remove the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clip {clip} is a part of {file}, which this layout cannot say; it is not exported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export cut clips, or choose a CSV or JSONL layout.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The caption of clip {clip} has several lines, which become one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose sidecars, CSV or JSONL to keep them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}, the source of clip {clip}, is missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Relink the project&apos;s sources.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} has {frames} frames; at least {needed} were asked for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave it out, or ask for fewer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} has the same content as {other}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One of them is enough.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frames {in} to {out} are asked of {file}, which has {frames}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Correct the row.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} has changed since clips of it were imported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove its clips from the project first, or give the new file another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} does not exist.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Correct the path, or copy the file there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The name of {file} is not UTF-8.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder {file} could not be read: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check its permissions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The line names no file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the line here and its caption in the other list.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{list} has {lines} lines, {other} has {others}: this line has no partner.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that the lines before it still belong together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} holds no {list}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the file, or choose another layout.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The caption is not UTF-8 text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save it as UTF-8. The clip is imported without a caption.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The row cannot be used: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{list} has no column for {what}; it has {columns}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the column.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The row has {captions} captions; the first one is taken.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a project in {folder} already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open it, or choose another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no project in {folder}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the folder that holds {name}, or make a project there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} was written by a newer version (schema {found}, this one knows {known}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update Framewright to open it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} was written by an older version (schema {found} of {known}) and cannot be changed here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open it once where its folder may be written to, or copy the folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} is not a project database, or it is damaged: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore it from a copy. The runs are whole without it: a new project in the same folder finds them by reindexing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} could not be used: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the free space and the permissions of its folder. Nothing of the last change was kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} is open elsewhere ({holder}), so it can only be read here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close it there and open it again to make changes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} may not be written to, so the project can only be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the permissions of the folder, or copy it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The project {folder} is open for reading only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close it where it is open for writing, and open it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run {folder} cannot be indexed: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its folder is not changed. Check run.toml and events.jsonl there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The regular expression &quot;{pattern}&quot; is wrong at place {place}: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A backslash before . * + ? ( ) [ ] {brace} ^ $ | takes the sign itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The replacement &quot;{replacement}&quot; cannot be used: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>$1 or $name stand for a group of the expression, $$ for a dollar sign.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The regular expression &quot;{pattern}&quot; takes too long on a caption of {length} characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make it simpler: nested repetitions such as (a+)+ are the usual reason.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to search for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scheduler_config.json cannot be used: {problems}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{steps} sampling steps are not possible with this model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose 1 to {limit} steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no scheduler {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Known are CogVideoXDDIMScheduler and CogVideoXDPMScheduler.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>safetensors files cannot hold tensors of type {dtype}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no data type “{dtype}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use fp32, bf16 or fp16.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} holds no spiece.model, the T5 tokenizer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download the model&apos;s tokenizer folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} is not a T5 tokenizer: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download the file again; a pointer file of Git LFS is not enough.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This build cannot tokenize prompts: it was made without the SentencePiece library.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install libsentencepiece-dev and build again, or give encoded prompts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The cached {kind} of sample {sample} cannot be used: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run `framewright-cli precompute` again with this run&apos;s model and dataset.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No sample is left to train on: the dataset has {total}, {in_buckets} of them in the run&apos;s buckets, and {held_out} are held out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check data.video_resolution_buckets and validation.held_out_samples.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The checkpoint {folder} cannot be used: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume from an older checkpoint of this run (--resume RUN/checkpoints/step-…).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training cannot start from {file}: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rank, the modules and the kind of training must be those of the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space, then resume the run from its newest checkpoint.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The result {folder} could not be written: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space and resume the run; its checkpoints are whole.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No TensorBoard file can be written in {folder}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the folder&apos;s permissions and space, or set metrics.tensorboard = false.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another program trains this run already: {folder} is held by {holder}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait for it or stop it there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run file {file} can no longer be used: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was frozen when the run began; undo the change.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The loss or the gradients were not finite in {count} steps in a row, up to step {step}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last good state is kept as a checkpoint. Lower optimizer.lr, or use bf16 or fp32 instead of fp16.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The captioner failed: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try it on one file by hand, or raise the time it may take.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The captioner cannot be used: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name a command with {file} in it, or the URL of an OpenAI-compatible server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{value}&quot; is no {what}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Possible are: {choices}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>job state</name>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>On hold</source>
        <translation>已搁置</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Stopped, saved</source>
        <translation>已停止并保存</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
</context>
<context>
    <name>phases</name>
    <message>
        <source>measuring devices</source>
        <translation>正在测量设备</translation>
    </message>
    <message>
        <source>encoding captions</source>
        <translation>正在编码描述</translation>
    </message>
    <message>
        <source>encoding clips</source>
        <translation>正在编码片段</translation>
    </message>
    <message>
        <source>encoding the image</source>
        <translation>正在编码图像</translation>
    </message>
    <message>
        <source>decoding</source>
        <translation>解码</translation>
    </message>
    <message>
        <source>encoding the prompt</source>
        <translation>正在编码提示词</translation>
    </message>
    <message>
        <source>denoising</source>
        <translation>去噪</translation>
    </message>
    <message>
        <source>loading the model</source>
        <translation>正在加载模型</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>exporting</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>measuring</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>importing</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>searching</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>indexing runs</source>
        <translation>正在索引训练记录</translation>
    </message>
    <message>
        <source>recomputing cases</source>
        <translation>正在重新计算用例</translation>
    </message>
</context>
<context>
    <name>progress</name>
    <message>
        <source>%1 per second</source>
        <translation>每秒 %1</translation>
    </message>
    <message>
        <source>%1 each</source>
        <translation>每步 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>captioning</source>
        <translation>正在生成描述</translation>
    </message>
</context>
<context>
    <name>project commands</name>
    <message>
        <source>&amp;New project…</source>
        <translation>新建项目(&amp;N)…</translation>
    </message>
    <message>
        <source>Makes a project in a folder that you choose. Videos stay where they are.</source>
        <translation>在您选择的文件夹中创建项目，视频保留在原处。</translation>
    </message>
    <message>
        <source>Folder for the new project</source>
        <translation>新项目的文件夹</translation>
    </message>
    <message>
        <source>&amp;Open project…</source>
        <translation>打开项目(&amp;O)…</translation>
    </message>
    <message>
        <source>Opens the project in a folder.</source>
        <translation>打开文件夹中的项目。</translation>
    </message>
    <message>
        <source>Open the project in this folder</source>
        <translation>打开此文件夹中的项目</translation>
    </message>
    <message>
        <source>&amp;Close project</source>
        <translation>关闭项目(&amp;C)</translation>
    </message>
    <message>
        <source>Closes the project; the window stays open.</source>
        <translation>关闭项目，窗口保持打开。</translation>
    </message>
</context>
<context>
    <name>settings</name>
    <message>
        <source>true or false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whole number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>list of texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version of the file&apos;s format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The format of the run file. A program that knows only an older format refuses the file instead of misreading it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the run is called in lists. Empty: the run file&apos;s name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder of the runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the run&apos;s own folder is made: checkpoints, samples, events and the frozen copies of this file and of the dataset. A relative path counts from the run file&apos;s folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start of every random number of the run: new LoRA weights, order of the clips, noise, timesteps, dropout and validation clips. Two runs with the same seed, settings and data on the CPU give the same losses bit for bit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished">设备</translation>
    </message>
    <message>
        <source>auto takes the first CUDA device, or the CPU when there is none. cpu, cuda and cuda:1 choose one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many threads one operation on the CPU uses; 0 takes one for each core. The number is frozen with the run, because another one changes the order of sums and so the last digits of every loss.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow TF32</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lets CUDA devices multiply fp32 matrices with ten bits of mantissa. Faster for what is computed in fp32; changes the results in the third digit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model family</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which architecture the model folder holds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model as published: a folder in diffusers layout with model_index.json. Names of models on a hub are not downloaded: give the folder on disk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Image dropout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the micro-batches that are trained without their first-frame image, so that the model also learns to go without it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dataset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The frozen dataset: dataset.jsonl as `framewright-cli precompute` writes it, one line a sample. The run keeps its own copy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cache of latents and embeddings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder in which precompute left the latents, text embeddings and first-frame conditions that the dataset&apos;s lines name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resolution buckets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shapes to train on, each FRAMESxHEIGHTxWIDTH. Only samples of these buckets are drawn; an empty list draws all of the dataset.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Identifier in front of captions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A word that is put before every caption when the dataset is frozen and its texts are encoded, so that a prompt can call up what was learned. Put it into the validation prompts yourself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Caption dropout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Probability with which a sample is trained with the empty prompt instead of its caption. It keeps guidance working, which compares the two.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Threads that read coming batches from the cache while the device works; 0 reads each batch when it is needed. The order of the samples does not depend on it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is trained</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lora trains small matrices beside the frozen model and saves a small file. sft trains the transformer&apos;s own weights and saves a whole model folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>image_to_video gives the model the first frame&apos;s latent and needs a model whose transformer takes it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Updates of the weights after which the run is done. 0 counts epochs instead: then training.train_epochs must be given.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Passes over the dataset after which the run is done. Counts only when training.train_steps is 0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>clips</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clips of one bucket that go through the model at once. Memory grows with it almost in proportion.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradient accumulation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batches whose gradients are averaged before one update: a larger batch in the memory of a small one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type in which the model computes. LoRA weights, trained weights and the optimizer&apos;s state are fp32 in any case. fp16 scales the loss, so that small gradients do not vanish. The 2b model of CogVideoX was trained in fp16, the others in bf16.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradient checkpointing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keeps only the input of each block and computes the block again in the backward pass: about a third more time, a fraction of the memory. The gradients are the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checkpoint every n-th block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 computes every block again; 2 only every second one, which is faster and takes more memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Skipped steps before stopping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A step whose loss or gradient is not a finite number is skipped and counted. After this many in a row the run stops and keeps its last good state.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start from trained weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights to go on from, at step 0: a LoRA file (diffusers, ComfyUI or kohya keys; its modules must be the run&apos;s own) or a checkpoint folder of another run. Empty: a new LoRA, or the model as published.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inner width of the LoRA matrices: what can be learned, and the file&apos;s size, grow with it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The LoRA&apos;s effect is scaled by alpha / rank. Equal to the rank means a scale of 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adapted modules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Linear layers of the transformer that get a LoRA. An entry of letters, digits, dots and underscores is the end of a module&apos;s name (to_q, attn1.to_out.0); any other entry is a regular expression that must match the whole name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trained modules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Modules whose weights are trained, named as in lora.target_modules; all below a named module is trained too. Empty: the whole transformer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>adamw takes the weight decay off the weights directly; adam adds it to the gradient, as in their papers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of an update. 1e-4 to 1e-3 is usual for a LoRA, 1e-5 for a full fine-tune. 0 changes nothing and serves to measure.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Beta 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the past in the running mean of the gradient.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Beta 2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the past in the running mean of the squared gradient.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epsilon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keeps the division by the gradient&apos;s root mean square finite.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pull of the trained weights towards zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest gradient norm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All gradients together are scaled down to this norm when theirs is larger, so that one odd batch does no harm.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Course of the learning rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the learning rate changes over the steps. All but constant rise from 0 during the warm-up; linear, cosine, cosine_with_restarts and polynomial then fall towards 0 at the last step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Updates over which the learning rate rises from 0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cycles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How often cosine_with_restarts falls from the full rate to 0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exponent of polynomial; 1 is a straight line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checkpoint every</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps between two checkpoints from which the run can be resumed exactly. A crash costs at most the steps since the last one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checkpoints kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>checkpoints</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The oldest checkpoint is deleted when a newer one is safely on disk and there are more than this. 0 keeps all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decay of the averaged weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keeps a second copy of the trained weights, a running average with this share of the past (0.999 for example), which is used for validation and saved beside the trained ones. 0 keeps none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TensorBoard files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Also writes the curves as TensorBoard event files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CSV file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Also writes the curves as metrics.csv, one line a step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation prompts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompts from which clips are made during training. A prompt may end in @@@FRAMESxHEIGHTxWIDTH; without it the clip has the shape of the dataset&apos;s most frequent bucket. Empty: no clips.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First frames of the validation clips, one for each prompt.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clips for each prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each has its own seed, counted up from run.seed, the same at every validation: clips of different steps can be compared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validate every</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps between two validations.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Denoising steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps of the sampler for a validation clip.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Guidance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How strongly validation clips follow their prompt; 1 or less does without guidance and takes half the time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dynamic guidance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Guidance rises over the denoising steps of a validation clip.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory mode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How validation fits beside the training: model has one of text encoder, transformer and VAE on the device at a time, block one block at a time, none all of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>VAE slicing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decodes one clip of a validation batch at a time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>VAE tiling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decodes a validation clip in overlapping tiles: far less memory, faint seams at worst.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples held out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>So many samples of the dataset are never trained on. Their loss, at fixed timesteps and with fixed noise, shows whether the model learns or memorises.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held-out loss every</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps between two measurements of the held-out loss.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
