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
        <source>&lt;h2&gt;Framewright %1&lt;/h2&gt;&lt;p&gt;Turns videos into datasets, trains video diffusion models on them and previews the results, all on your own computer.&lt;/p&gt;&lt;p&gt;The window is free software under the GNU General Public License, version 3 or later; the engine&apos;s sources are under the Apache License 2.0. It comes with no warranty.&lt;/p&gt;</source>
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
    <name>BucketPanel</name>
    <message>
        <source>Buckets</source>
        <translation>分桶</translation>
    </message>
    <message>
        <source>No buckets yet. Add one, or have some suggested.</source>
        <translation>还没有分桶。请添加，或使用自动推荐。</translation>
    </message>
    <message>
        <source>Choose a model folder…</source>
        <translation>选择模型文件夹…</translation>
    </message>
    <message>
        <source>original rate</source>
        <translation>原始帧率</translation>
    </message>
    <message>
        <source>Use the beginning only</source>
        <translation>只取开头部分</translation>
    </message>
    <message>
        <source>Split into several samples</source>
        <translation>拆分为多个样本</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Frame rate (fps)</source>
        <translation>帧率（fps）(&amp;F)</translation>
    </message>
    <message>
        <source>Videos are resampled to this rate, so motion keeps its speed. 0 keeps the original frames.</source>
        <translation>视频会重采样到此帧率，使运动速度保持不变。0 表示直接使用原有的帧。</translation>
    </message>
    <message>
        <source>&amp;Batch size</source>
        <translation>批次大小(&amp;B)</translation>
    </message>
    <message>
        <source>Each bucket should hold at least this many samples.</source>
        <translation>每个分桶至少应有这么多样本。</translation>
    </message>
    <message>
        <source>&amp;Long clips</source>
        <translation>长片段(&amp;L)</translation>
    </message>
    <message>
        <source>What to do with a clip that is longer than its bucket.</source>
        <translation>如何处理比所属分桶更长的片段。</translation>
    </message>
    <message>
        <source>&amp;Trigger word</source>
        <translation>触发词(&amp;T)</translation>
    </message>
    <message>
        <source>Added in front of every caption; counts towards the token limit.</source>
        <translation>加在每条标注之前，计入词元数。</translation>
    </message>
    <message>
        <source>&amp;Suggest buckets</source>
        <translation>推荐分桶(&amp;S)</translation>
    </message>
    <message>
        <source>Finds the buckets that are valid for the model and keep the most of these clips.</source>
        <translation>选择既能保留这些片段的大部分内容，又符合模型要求的分桶。</translation>
    </message>
    <message>
        <source>&amp;Remove bucket</source>
        <translation>移除分桶(&amp;R)</translation>
    </message>
    <message>
        <source>Removes the selected buckets; their clips move to the others.</source>
        <translation>移除选中的分桶，其中的片段归入其他分桶。</translation>
    </message>
    <message>
        <source>Frames x height x width. Press Return to add it.</source>
        <translation>帧数 x 高度 x 宽度，按回车添加。</translation>
    </message>
    <message>
        <source>New bucket</source>
        <translation>新分桶</translation>
    </message>
    <message>
        <source>Bucket</source>
        <translation>分桶</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Cropped</source>
        <translation>裁掉</translation>
    </message>
    <message numerus="yes">
        <source>%1 from %n clips</source>
        <translation>
            <numerusform>%1（来自 %n 个片段）</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>Average share of the picture that is cropped away</source>
        <translation>被裁掉的画面所占的平均比例</translation>
    </message>
    <message>
        <source>Enter frames x height x width, for example %1.</source>
        <translation>请按“帧数 x 高度 x 宽度”输入，例如 %1。</translation>
    </message>
    <message>
        <source>These buckets are suggested for your clips and are used unless you choose others.</source>
        <translation>这些分桶是为这些片段推荐的；如果您不另行选择，就会使用它们。</translation>
    </message>
    <message numerus="yes">
        <source>%n samples.</source>
        <translation>
            <numerusform>%n 个样本。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips fit no bucket.</source>
        <translation>
            <numerusform>%n 个片段不适合任何分桶。</numerusform>
        </translation>
    </message>
    <message>
        <source>Frames x height x width. A click selects its clips.</source>
        <translation>帧数 x 高度 x 宽度。单击可选中其中的片段。</translation>
    </message>
    <message>
        <source>No bucket</source>
        <translation>无分桶</translation>
    </message>
    <message numerus="yes">
        <source>%n clips</source>
        <translation>
            <numerusform>%n 个片段</numerusform>
        </translation>
    </message>
    <message>
        <source>Select the clips</source>
        <translation>选择这些片段</translation>
    </message>
    <message>
        <source>The model that the clips are prepared for. It decides which sizes are valid. A model that the Train page names comes first.</source>
        <translation>片段所针对的模型。它决定哪些尺寸有效。训练页中指定的模型优先。</translation>
    </message>
    <message numerus="yes">
        <source>%n samples in an epoch, with repeats and shares.</source>
        <translation>
            <numerusform>一个轮次 中有 %n 个样本，含重复与份额。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CacheRow</name>
    <message>
        <source>Clean &amp;up…</source>
        <translation>清理(&amp;U)…</translation>
    </message>
    <message>
        <source>Clean up the cache</source>
        <translation>清理缓存</translation>
    </message>
    <message>
        <source>Removes the least recently used entries. Asks first.</source>
        <translation>删除最久未使用的内容。会先询问。</translation>
    </message>
    <message>
        <source>%1 is kept for unfinished runs.</source>
        <translation>为未完成的训练保留 %1。</translation>
    </message>
    <message>
        <source>Nothing to remove.</source>
        <translation>没有可删除的内容。</translation>
    </message>
    <message>
        <source>Clean up the cache?</source>
        <translation>清理缓存？</translation>
    </message>
    <message>
        <source>Remove %1 of %2?</source>
        <translation>删除 %2 中的 %1？</translation>
    </message>
    <message>
        <source>The least recently used entries are removed. They are encoded again when needed.</source>
        <translation>删除最久未使用的内容；需要时会重新编码。</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>删除(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>These runs cannot be found (is a disk not connected?), so nothing is kept for them: %1.</source>
        <translation>找不到这些运行（是否有磁盘未连接？），因此不会为它们保留任何内容：%1。</translation>
    </message>
</context>
<context>
    <name>CacheSizeLabel</name>
    <message>
        <source>Counting…</source>
        <translation>正在统计…</translation>
    </message>
    <message numerus="yes">
        <source>%1 in %n entries</source>
        <translation>
            <numerusform>%1，共 %n 个条目</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CancelQuestion</name>
    <message>
        <source>Cancel the job?</source>
        <translation>取消任务？</translation>
    </message>
    <message>
        <source>Cancel “%1”?</source>
        <translation>取消“%1”？</translation>
    </message>
    <message>
        <source>Everything since its last checkpoint will be lost.</source>
        <translation>自上一个检查点以来的进度将丢失。</translation>
    </message>
    <message>
        <source>Unfinished work will be lost.</source>
        <translation>尚未完成的内容将丢失。</translation>
    </message>
    <message>
        <source>It will be removed from the queue.</source>
        <translation>它将从队列中移除。</translation>
    </message>
    <message>
        <source>&amp;Cancel the job</source>
        <translation>取消任务(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Keep the job</source>
        <translation>保留任务(&amp;K)</translation>
    </message>
    <message>
        <source>Stop the job?</source>
        <translation>停止任务？</translation>
    </message>
    <message>
        <source>Stop “%1”?</source>
        <translation>停止“%1”？</translation>
    </message>
    <message>
        <source>A checkpoint and the result so far are saved. It can be resumed.</source>
        <translation>会保存检查点和目前的结果，之后可以恢复。</translation>
    </message>
    <message>
        <source>&amp;Stop and save</source>
        <translation>停止并保存(&amp;S)</translation>
    </message>
    <message>
        <source>Its run and its checkpoints are kept.</source>
        <translation>该训练及其检查点会保留。</translation>
    </message>
</context>
<context>
    <name>CaptionBench</name>
    <message>
        <source>&amp;Next without caption</source>
        <translation>下一个无标注的片段(&amp;N)</translation>
    </message>
    <message>
        <source>Moves to the next clip without a caption.</source>
        <translation>转到下一个没有标注的片段。</translation>
    </message>
    <message>
        <source>Capt&amp;ioner…</source>
        <translation>标注程序(&amp;I)…</translation>
    </message>
    <message>
        <source>Has a program or a local server propose captions for the selected clips, or for all that have none.</source>
        <translation>让程序或本地服务器为所选片段或所有没有标注的片段建议标注。</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>&amp;Accept proposal</source>
        <translation>采纳建议(&amp;A)</translation>
    </message>
    <message>
        <source>Makes the proposed captions of the selected clips their captions, and goes on to the next.</source>
        <translation>将所选片段的建议标注设为其标注，并转到下一个。</translation>
    </message>
    <message>
        <source>Refuse pr&amp;oposal</source>
        <translation>拒绝建议(&amp;O)</translation>
    </message>
    <message>
        <source>Drops the proposed captions of the selected clips, and goes on to the next.</source>
        <translation>丢弃所选片段的建议标注，并转到下一个。</translation>
    </message>
    <message>
        <source>Accept a&amp;ll proposals</source>
        <translation>采纳所有建议(&amp;L)</translation>
    </message>
    <message>
        <source>Makes the proposed captions of all clips in the list their captions, in one step.</source>
        <translation>一步将列表中所有片段的建议标注设为其标注。</translation>
    </message>
    <message>
        <source>S&amp;how proposals</source>
        <translation>显示建议(&amp;H)</translation>
    </message>
    <message>
        <source>Lists only the clips with a proposed caption, or all clips again.</source>
        <translation>只列出带有建议标注的片段，或重新列出所有片段。</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>采纳</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>拒绝</translation>
    </message>
    <message numerus="yes">
        <source>%n proposals</source>
        <translation>
            <numerusform>%n 条建议</numerusform>
        </translation>
    </message>
    <message>
        <source>Next without caption</source>
        <translation>下一个无标注</translation>
    </message>
    <message>
        <source>Captioner…</source>
        <translation>标注程序…</translation>
    </message>
    <message>
        <source>Change &amp;many captions…</source>
        <translation>批量更改标注(&amp;M)…</translation>
    </message>
    <message>
        <source>Finds and replaces, adds a prefix or a suffix, or sets the trigger word, with a preview.</source>
        <translation>查找并替换、添加前缀或后缀，或设置触发词，可先预览。</translation>
    </message>
    <message>
        <source>Add another &amp;caption</source>
        <translation>再添加一条标注(&amp;C)</translation>
    </message>
    <message>
        <source>Adds another caption to the clip. Training draws one of all at each step.</source>
        <translation>为片段再添加一条标注。训练在每一步从全部标注中抽取一条。</translation>
    </message>
    <message>
        <source>Captions in &amp;training…</source>
        <translation>训练中的标注(&amp;T)…</translation>
    </message>
    <message>
        <source>Sets the trigger word, a prefix and a suffix, shuffled tags and choices, for all captions of the project.</source>
        <translation>为项目的所有标注设置触发词、前缀和后缀、打乱的标签以及可选项。</translation>
    </message>
    <message>
        <source>Sets and &amp;weights…</source>
        <translation>集合与权重(&amp;W)…</translation>
    </message>
    <message>
        <source>Sets how often sets of clips are used, how much they count, and which are for regularisation.</source>
        <translation>设置各片段集合的使用次数、所占分量，以及哪些用于正则化。</translation>
    </message>
</context>
<context>
    <name>CaptionEditor</name>
    <message>
        <source>Count tokens with…</source>
        <translation>选择计算词元的模型…</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>Describes the clip as a prompt would.</source>
        <translation>片段展示的内容，用提示词的写法描述。</translation>
    </message>
    <message>
        <source>No caption yet. Describe what the clip shows.</source>
        <translation>还没有标注。请描述片段展示的内容。</translation>
    </message>
    <message>
        <source>Choose a model folder. Its tokenizer counts what the model will read.</source>
        <translation>选择模型文件夹，其分词器会计算模型将读取的词元数。</translation>
    </message>
    <message>
        <source>&amp;Save caption</source>
        <translation>保存标注(&amp;S)</translation>
    </message>
    <message>
        <source>Saves what you typed.</source>
        <translation>保存输入的内容。</translation>
    </message>
    <message>
        <source>Written by you</source>
        <translation>由您撰写</translation>
    </message>
    <message>
        <source>Imported</source>
        <translation>导入的</translation>
    </message>
    <message>
        <source>Written by a captioner</source>
        <translation>由标注生成程序生成</translation>
    </message>
    <message numerus="yes">
        <source>%n words</source>
        <translation>
            <numerusform>%n 个词</numerusform>
        </translation>
    </message>
    <message>
        <source>the model ignores the struck-out end</source>
        <translation>模型会忽略末尾带删除线的部分</translation>
    </message>
    <message>
        <source>Replace each caption</source>
        <translation>替换每条标注</translation>
    </message>
    <message>
        <source>Add in front of each</source>
        <translation>加在每条之前</translation>
    </message>
    <message>
        <source>Add to the end of each</source>
        <translation>加在每条之后</translation>
    </message>
    <message>
        <source>How the captions of the selected clips change</source>
        <translation>所选片段的标注如何更改</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>未保存</translation>
    </message>
    <message numerus="yes">
        <source>%n clips selected</source>
        <translation>
            <numerusform>已选择 %n 个片段</numerusform>
        </translation>
    </message>
    <message>
        <source>What you type applies to all selected clips.</source>
        <translation>输入的内容将用于所有所选片段。</translation>
    </message>
    <message>
        <source>The captions differ. What you type applies to all selected clips.</source>
        <translation>这些标注各不相同。输入的内容将用于所有所选片段。</translation>
    </message>
    <message>
        <source>The captions that these clips have. Choose one to give it to all of them.</source>
        <translation>这些片段的标注。选择一条即可用于全部片段。</translation>
    </message>
    <message>
        <source>Different captions</source>
        <translation>不同的标注</translation>
    </message>
    <message numerus="yes">
        <source>%n different</source>
        <translation>
            <numerusform>%n 种不同</numerusform>
        </translation>
    </message>
    <message>
        <source>No caption</source>
        <translation>无标注</translation>
    </message>
</context>
<context>
    <name>CaptionRulesDialog</name>
    <message>
        <source>&amp;Shuffle the tags</source>
        <translation>打乱标签(&amp;S)</translation>
    </message>
    <message>
        <source>Read {&amp;red|green} as a choice</source>
        <translation>将 {&amp;red|green} 读作可选项</translation>
    </message>
    <message>
        <source>Captions in training</source>
        <translation>训练中的标注</translation>
    </message>
    <message>
        <source>&amp;Texts of the current clip</source>
        <translation>当前片段的文本(&amp;T)</translation>
    </message>
    <message>
        <source>Texts of the current clip</source>
        <translation>当前片段的文本</translation>
    </message>
    <message>
        <source>Each of them is encoded once; every step of training draws one by the run&apos;s seed.</source>
        <translation>每条文本编码一次；训练的每一步按运行的种子抽取一条。</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Trigger &amp;word</source>
        <translation>触发词(&amp;W)</translation>
    </message>
    <message>
        <source>Added in front of every caption; counts towards the token limit.</source>
        <translation>加在每条标注之前，计入词元数。</translation>
    </message>
    <message>
        <source>&amp;Prefix</source>
        <translation>前缀(&amp;P)</translation>
    </message>
    <message>
        <source>Put after the trigger word of every caption.</source>
        <translation>放在每条标注的触发词之后。</translation>
    </message>
    <message>
        <source>S&amp;uffix</source>
        <translation>后缀(&amp;U)</translation>
    </message>
    <message>
        <source>Put at the end of every caption.</source>
        <translation>放在每条标注的末尾。</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>For captions that are lists of tags: each version has another order.</source>
        <translation>用于由标签组成的标注：每个版本的顺序不同。</translation>
    </message>
    <message>
        <source>&amp;Leave tags out</source>
        <translation>省略标签(&amp;L)</translation>
    </message>
    <message>
        <source>How likely each tag is missing from a version.</source>
        <translation>每个标签在一个版本中缺失的概率。</translation>
    </message>
    <message>
        <source>&amp;Keep the first tags</source>
        <translation>保留前几个标签(&amp;K)</translation>
    </message>
    <message>
        <source>This many tags at the beginning keep their places and are never left out.</source>
        <translation>前面这么多个标签保持原位，且永不省略。</translation>
    </message>
    <message>
        <source>Se&amp;parator</source>
        <translation>分隔符(&amp;P)</translation>
    </message>
    <message>
        <source>The text between two tags, usually a comma.</source>
        <translation>标签之间的符号，通常是逗号。</translation>
    </message>
    <message>
        <source>Choices</source>
        <translation>可选项</translation>
    </message>
    <message>
        <source>&quot;{red|green} ball&quot; then means &quot;red ball&quot; and &quot;green ball&quot;.</source>
        <translation>“{red|green} ball”便代表“red ball”和“green ball”。</translation>
    </message>
    <message>
        <source>&amp;Versions</source>
        <translation>版本数(&amp;V)</translation>
    </message>
    <message>
        <source>How many texts each caption with choices or varied tags gets. Each is encoded once before training: more versions take longer and need more space.</source>
        <translation>每条含可选项或变动标签的标注得到多少条文本。每条在训练前编码一次：版本越多，耗时越长，所需空间越大。</translation>
    </message>
</context>
<context>
    <name>CaptionerDialog</name>
    <message>
        <source>&amp;Test on this clip</source>
        <translation>用此片段测试(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Propose captions</source>
        <translation>建议标注(&amp;P)</translation>
    </message>
    <message>
        <source>Caption with a captioner</source>
        <translation>用标注程序生成标注</translation>
    </message>
    <message>
        <source>Test on this clip</source>
        <translation>用此片段测试</translation>
    </message>
    <message>
        <source>Asks the captioner about the current clip; nothing is saved.</source>
        <translation>让标注程序描述当前片段；不保存任何内容。</translation>
    </message>
    <message>
        <source>Propose captions</source>
        <translation>建议标注</translation>
    </message>
    <message>
        <source>Starts a job. What the captioner says is proposed; your captions stay until you accept it.</source>
        <translation>启动一个任务。标注程序的结果只作为建议；在采纳之前，原有标注保持不变。</translation>
    </message>
    <message>
        <source>A command on this computer</source>
        <translation>本机上的命令</translation>
    </message>
    <message>
        <source>A server (OpenAI-compatible)</source>
        <translation>服务器（兼容 OpenAI）</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>All clips without a caption</source>
        <translation>所有没有标注的片段</translation>
    </message>
    <message numerus="yes">
        <source>%n selected clips</source>
        <translation>
            <numerusform>所选的 %n 个片段</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Captioner</source>
        <translation>标注程序(&amp;C)</translation>
    </message>
    <message>
        <source>Who looks at the clips.</source>
        <translation>由谁查看片段。</translation>
    </message>
    <message>
        <source>C&amp;ommand</source>
        <translation>命令(&amp;O)</translation>
    </message>
    <message>
        <source>A program with its arguments; {file} stands for the clip&apos;s file. What it prints is the caption.</source>
        <translation>程序及其参数；{file} 代表片段的文件。程序输出的内容即为标注。</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>地址(&amp;A)</translation>
    </message>
    <message>
        <source>Of a server that answers chat completions with pictures, such as vLLM, llama.cpp or Ollama.</source>
        <translation>支持带图片的聊天补全请求的服务器地址，例如 vLLM、llama.cpp 或 Ollama。</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>The name by which the server knows the model.</source>
        <translation>服务器所用的模型名称。</translation>
    </message>
    <message>
        <source>&amp;Key variable</source>
        <translation>密钥变量(&amp;K)</translation>
    </message>
    <message>
        <source>Environment variable that holds the server&apos;s key. Leave empty for none; the key itself is stored nowhere.</source>
        <translation>保存服务器密钥的环境变量。留空表示不用密钥；密钥本身不会保存在任何地方。</translation>
    </message>
    <message>
        <source>P&amp;ictures of each clip</source>
        <translation>每个片段的图片数(&amp;I)</translation>
    </message>
    <message>
        <source>Sent to the server, evenly spread over the clip.</source>
        <translation>从片段中均匀选取并发送给服务器。</translation>
    </message>
    <message>
        <source>&amp;Question</source>
        <translation>提问(&amp;Q)</translation>
    </message>
    <message>
        <source>What the server is asked about each clip. Kept in the project.</source>
        <translation>针对每个片段向服务器提出的问题。保存在项目中。</translation>
    </message>
    <message>
        <source>Time &amp;limit of each clip</source>
        <translation>每个片段的时限(&amp;L)</translation>
    </message>
    <message>
        <source>A clip that takes longer is left out.</source>
        <translation>超过此时间的片段会被跳过。</translation>
    </message>
    <message>
        <source>Clips at once</source>
        <translation>同时处理的片段</translation>
    </message>
    <message>
        <source>How many clips are captioned at the same time.</source>
        <translation>同时生成标注的片段数。</translation>
    </message>
    <message>
        <source>Cli&amp;ps</source>
        <translation>片段(&amp;P)</translation>
    </message>
    <message>
        <source>Which clips the captioner shall look at.</source>
        <translation>要生成标注的片段。</translation>
    </message>
    <message>
        <source>&amp;Stop the test</source>
        <translation>停止测试(&amp;S)</translation>
    </message>
    <message>
        <source>Waiting for the captioner…</source>
        <translation>正在等待标注程序…</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>What the captioner said of this clip, or why it did not.</source>
        <translation>标注程序对该片段的回答，或未能回答的原因。</translation>
    </message>
</context>
<context>
    <name>ChartGrid</name>
    <message>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Export the chart “%1”</source>
        <translation>导出图表“%1”</translation>
    </message>
    <message>
        <source>No measurements yet. They appear from the first step on.</source>
        <translation>还没有测量数据。从第一步起会显示在这里。</translation>
    </message>
</context>
<context>
    <name>CheckCard</name>
    <message>
        <source>Before you start</source>
        <translation>开始之前</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
</context>
<context>
    <name>ClipBrowser</name>
    <message>
        <source>Clips as a table</source>
        <translation>以表格显示的片段</translation>
    </message>
    <message>
        <source>No clip matches the filter.</source>
        <translation>没有符合筛选条件的片段。</translation>
    </message>
    <message>
        <source>Show as &amp;table</source>
        <translation>以表格显示(&amp;T)</translation>
    </message>
    <message>
        <source>Shows the clips as a table, or as pictures again.</source>
        <translation>在表格与缩略图之间切换片段的显示方式。</translation>
    </message>
    <message>
        <source>&amp;Filter the clips</source>
        <translation>筛选片段(&amp;F)</translation>
    </message>
    <message>
        <source>Moves to the filter field.</source>
        <translation>跳到筛选框。</translation>
    </message>
    <message>
        <source>&amp;Remove clips</source>
        <translation>移除片段(&amp;R)</translation>
    </message>
    <message>
        <source>Removes the selected clips from the project. Their files stay on disk.</source>
        <translation>将选中的片段移出项目，磁盘上的文件会保留。</translation>
    </message>
    <message>
        <source>Filter: words, is:uncaptioned, width&gt;=720 …</source>
        <translation>筛选：关键词、is:uncaptioned、width&gt;=720 …</translation>
    </message>
    <message>
        <source>Filter the clips</source>
        <translation>筛选片段</translation>
    </message>
    <message>
        <source>Sort order</source>
        <translation>排序方式</translation>
    </message>
    <message>
        <source>As imported</source>
        <translation>按导入顺序</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>By size</source>
        <translation>按尺寸</translation>
    </message>
    <message>
        <source>By frames</source>
        <translation>按帧数</translation>
    </message>
    <message>
        <source>By duration</source>
        <translation>按时长</translation>
    </message>
    <message>
        <source>By caption</source>
        <translation>按标注</translation>
    </message>
    <message numerus="yes">
        <source>%n clips</source>
        <translation>
            <numerusform>%n 个片段</numerusform>
        </translation>
    </message>
    <message>
        <source>Show in file &amp;manager</source>
        <translation>在文件管理器中显示(&amp;M)</translation>
    </message>
    <message>
        <source>Shows the current clip&apos;s file in the file manager.</source>
        <translation>在文件管理器中显示当前片段的文件。</translation>
    </message>
    <message>
        <source>Words in the file path or caption. All must match; a minus in front excludes a word. Also: name:word, caption:word, tag:word, is:uncaptioned, is:proposed, is:long, is:damaged, is:duplicate, width&gt;=720, seconds&lt;2, fps:23..25</source>
        <translation>文件路径或标注中包含的词，须全部满足；词前加减号表示排除。也可使用 name:word、caption:word、tag:word、is:uncaptioned、is:proposed、is:long、is:damaged、is:duplicate、width&gt;=720、seconds&lt;2、fps:23..25</translation>
    </message>
    <message>
        <source>Select &amp;all clips</source>
        <translation>选择所有片段(&amp;A)</translation>
    </message>
    <message>
        <source>Selects all clips in the list.</source>
        <translation>选择列表中的所有片段。</translation>
    </message>
</context>
<context>
    <name>ClipCard</name>
    <message numerus="yes">
        <source>%n sections</source>
        <translation>
            <numerusform>%n 段</numerusform>
        </translation>
    </message>
    <message>
        <source>Clip</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>Model default</source>
        <translation>模型默认</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>In pixels, rounded to the nearest value that the model accepts.</source>
        <translation>单位为像素，会取模型支持的最接近的值。</translation>
    </message>
    <message>
        <source>Resolution</source>
        <translation>分辨率</translation>
    </message>
    <message>
        <source>Width and height of the clip, in pixels.</source>
        <translation>片段的宽度和高度，单位为像素。</translation>
    </message>
    <message>
        <source>Pixels</source>
        <translation>像素</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Only lengths that the model can generate.</source>
        <translation>仅列出模型能生成的长度。</translation>
    </message>
    <message>
        <source>Frame rate (fps)</source>
        <translation>帧率（fps）</translation>
    </message>
    <message>
        <source>How fast the clip plays. This affects the file only, not what the model generates.</source>
        <translation>片段的播放速度。它只影响文件，不影响模型生成的内容。</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Choose a model to see its sizes.</source>
        <translation>选择模型后即可看到可用的尺寸。</translation>
    </message>
    <message numerus="yes">
        <source>%n frames, %1 s</source>
        <translation>
            <numerusform>%n 帧，%1 秒</numerusform>
        </translation>
    </message>
    <message>
        <source>1 frame (still image)</source>
        <translation>1 帧（静态图片）</translation>
    </message>
    <message>
        <source>default</source>
        <translation>模型默认</translation>
    </message>
    <message>
        <source>Other: %1</source>
        <translation>其他：%1</translation>
    </message>
</context>
<context>
    <name>ClipGrid</name>
    <message>
        <source>Clips as pictures</source>
        <translation>以缩略图显示的片段</translation>
    </message>
    <message>
        <source>Use the arrow keys to move between clips.</source>
        <translation>用方向键在片段之间移动。</translation>
    </message>
</context>
<context>
    <name>ClipHistory</name>
    <message>
        <source>Negative prompt: %1</source>
        <translation>反向提示词：%1</translation>
    </message>
    <message numerus="yes">
        <source>%1 × %2, %n frames, %3 steps</source>
        <translation>
            <numerusform>%1 × %2，%n 帧，%3 步</numerusform>
        </translation>
    </message>
    <message>
        <source>Seed %1, guidance %2</source>
        <translation>随机种子 %1，引导强度 %2</translation>
    </message>
    <message>
        <source>Seed %1</source>
        <translation>随机种子 %1</translation>
    </message>
</context>
<context>
    <name>ClipMatrix</name>
    <message>
        <source>No clip of this prompt at this step</source>
        <translation>此提示词在这一步没有片段</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 (file missing)</source>
        <translation>%1（文件缺失）</translation>
    </message>
    <message>
        <source>%1 (A)</source>
        <translation>%1（A）</translation>
    </message>
</context>
<context>
    <name>ClipMatrixView</name>
    <message>
        <source>Clips by step and prompt</source>
        <translation>按步数和提示词排列的片段</translation>
    </message>
    <message>
        <source>Arrow keys move between clips: left and right change the prompt, up and down the step. Return plays the clip.</source>
        <translation>用方向键移动：左右切换提示词，上下切换步数。按回车播放。</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
</context>
<context>
    <name>ClipModel</name>
    <message>
        <source>%1, picture</source>
        <translation>%1，图片</translation>
    </message>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message>
        <source>Clip</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>fps</source>
        <translation>帧率</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>帧数</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>秒数</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>%1, %2 s, %3 fps</source>
        <translation>%1，%2 秒，%3 fps</translation>
    </message>
    <message>
        <source>Proposed caption</source>
        <translation>建议的标注</translation>
    </message>
    <message>
        <source>Issues</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>No caption</source>
        <translation>没有标注</translation>
    </message>
    <message>
        <source>File missing</source>
        <translation>文件缺失</translation>
    </message>
    <message>
        <source>Put it back, or use “Find missing files…”.</source>
        <translation>请放回原处，或使用“查找缺失的文件…”。</translation>
    </message>
    <message>
        <source>Save the file again in another program, or remove the clip.</source>
        <translation>请用其他程序重新保存该文件，或移除该片段。</translation>
    </message>
    <message>
        <source>With sound</source>
        <translation>有声音</translation>
    </message>
    <message>
        <source>Without sound</source>
        <translation>没有声音</translation>
    </message>
</context>
<context>
    <name>ClipPanel</name>
    <message>
        <source>Set &amp;In</source>
        <translation>设置入点(&amp;I)</translation>
    </message>
    <message>
        <source>Starts the clip at the current frame. Other selected clips lose as much time at their beginning.</source>
        <translation>片段从当前帧开始。其他选中的片段在开头截去同样长的时间。</translation>
    </message>
    <message>
        <source>Set &amp;Out</source>
        <translation>设置出点(&amp;O)</translation>
    </message>
    <message>
        <source>Ends the clip at the current frame. Other selected clips lose as much time at their end.</source>
        <translation>片段到当前帧结束。其他选中的片段在结尾截去同样长的时间。</translation>
    </message>
    <message>
        <source>Use &amp;whole file</source>
        <translation>使用整个文件(&amp;W)</translation>
    </message>
    <message>
        <source>Removes the cut, so that the selected clips are whole files again.</source>
        <translation>取消截取，选中的片段恢复为整个文件。</translation>
    </message>
    <message>
        <source>&amp;Split here</source>
        <translation>在此处拆分(&amp;S)</translation>
    </message>
    <message>
        <source>Makes two clips; the second one starts at the current frame. Other selected clips are split after as much time.</source>
        <translation>拆分为两个片段，第二个从当前帧开始。其他选中的片段在相同的时长后拆分。</translation>
    </message>
    <message>
        <source>Split at s&amp;cene cuts</source>
        <translation>在场景切换处拆分(&amp;C)</translation>
    </message>
    <message>
        <source>Splits the selected clips at the scene cuts marked on the timeline.</source>
        <translation>在场景切换处拆分选中的片段，切换处已在时间线上标出。</translation>
    </message>
    <message>
        <source>&amp;Crop</source>
        <translation>裁剪(&amp;C)</translation>
    </message>
    <message>
        <source>Clea&amp;r crop</source>
        <translation>清除裁剪(&amp;R)</translation>
    </message>
    <message>
        <source>Removes the crop from the selected clips.</source>
        <translation>取消选中片段的裁剪。</translation>
    </message>
    <message>
        <source>Show &amp;used part</source>
        <translation>显示使用的部分(&amp;U)</translation>
    </message>
    <message>
        <source>Darkens what the bucket crops away. The timeline shows which frames are used.</source>
        <translation>将分桶裁掉的部分变暗，时间线显示使用的帧。</translation>
    </message>
    <message>
        <source>Select a clip to see it.</source>
        <translation>选择一个片段即可查看。</translation>
    </message>
    <message>
        <source>This clip fits no bucket and will not be used for training.</source>
        <translation>此片段不适合任何分桶，将不参与训练。</translation>
    </message>
    <message>
        <source>Bucket %1</source>
        <translation>分桶 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n samples</source>
        <translation>
            <numerusform>%n 个样本</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 % of the picture cropped</source>
        <translation>裁掉 %1% 的画面</translation>
    </message>
    <message>
        <source>enlarged %1×</source>
        <translation>放大到 %1 倍</translation>
    </message>
    <message>
        <source>%1 of %2 s unused at %3 fps</source>
        <translation>%3 fps 下，%2 秒中有 %1 秒未使用</translation>
    </message>
    <message>
        <source>Re&amp;view scene cuts…</source>
        <translation>检查场景切换(&amp;V)…</translation>
    </message>
    <message>
        <source>Shows the scene cuts of the selected clips, to accept or reject each before splitting.</source>
        <translation>显示选中片段的场景切换，可在拆分前逐个接受或拒绝。</translation>
    </message>
    <message>
        <source>Selects the part of the picture to use, in all selected clips: drag, or use the arrow keys and Return.</source>
        <translation>在所有选中的片段中选择要使用的画面部分：拖动鼠标，或使用方向键和回车键。</translation>
    </message>
    <message>
        <source>Put into &amp;bucket</source>
        <translation>放入分桶(&amp;B)</translation>
    </message>
    <message>
        <source>Split into p&amp;ieces…</source>
        <translation>等分片段(&amp;I)…</translation>
    </message>
    <message>
        <source>Splits the selected clips into pieces of equal length.</source>
        <translation>将所选片段等分为相同长度的片段。</translation>
    </message>
    <message>
        <source>Zoom in on the timeline</source>
        <translation>放大时间线</translation>
    </message>
    <message>
        <source>Shows fewer frames on the timeline, larger.</source>
        <translation>在时间线上显示更少的帧，显示得更大。</translation>
    </message>
    <message>
        <source>Zoom out of the timeline</source>
        <translation>缩小时间线</translation>
    </message>
    <message>
        <source>Shows more frames on the timeline.</source>
        <translation>在时间线上显示更多的帧。</translation>
    </message>
    <message>
        <source>Show the whole file on the timeline</source>
        <translation>在时间线上显示整个文件</translation>
    </message>
    <message>
        <source>Shows all frames on the timeline again.</source>
        <translation>在时间线上重新显示所有帧。</translation>
    </message>
    <message>
        <source>The one that loses least</source>
        <translation>损失最小的分桶</translation>
    </message>
    <message>
        <source>Split into pieces</source>
        <translation>等分片段</translation>
    </message>
    <message>
        <source>Seconds of each piece:</source>
        <translation>每段的秒数：</translation>
    </message>
    <message>
        <source>Locate…</source>
        <translation>查找…</translation>
    </message>
    <message>
        <source>Locate the file</source>
        <translation>查找该文件</translation>
    </message>
    <message>
        <source>Looks through a folder for this file and the other missing ones.</source>
        <translation>在文件夹中查找此文件和其他缺失的文件。</translation>
    </message>
    <message>
        <source>Cut to a single frame?</source>
        <translation>裁剪到只剩一帧？</translation>
    </message>
    <message>
        <source>Only frame %1 of the clip would remain.</source>
        <translation>该片段将只剩第 %1 帧。</translation>
    </message>
    <message>
        <source>Cut to one frame</source>
        <translation>只保留一帧</translation>
    </message>
    <message>
        <source>Keep the clip</source>
        <translation>保留片段</translation>
    </message>
</context>
<context>
    <name>CloseQuestion</name>
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
    <message>
        <source>Once saved, it can be resumed at the next start.</source>
        <translation>保存后，可在下次启动时恢复。</translation>
    </message>
    <message>
        <source>&amp;Save and close</source>
        <translation>保存并关闭(&amp;S)</translation>
    </message>
    <message>
        <source>Keep running &amp;minimised</source>
        <translation>最小化并继续运行(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;End without saving</source>
        <translation>结束，不保存(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message numerus="yes">
        <source>%n waiting jobs will be offered at the next start.</source>
        <translation>
            <numerusform>下次启动时会提供 %n 个等待中的任务。</numerusform>
        </translation>
    </message>
    <message>
        <source>They will be offered at the next start.</source>
        <translation>下次启动时会提示这些任务。</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>关闭(&amp;L)</translation>
    </message>
    <message numerus="yes">
        <source>%n changes are not saved: the project&apos;s folder is gone.</source>
        <translation>
            <numerusform>有 %n 项更改尚未保存：项目文件夹已不在原处。</numerusform>
        </translation>
    </message>
    <message>
        <source>To keep them, cancel and save a copy of the project.</source>
        <translation>要保留这些更改，请取消，然后保存项目的副本。</translation>
    </message>
    <message>
        <source>C&amp;lose without saving</source>
        <translation>不保存并关闭(&amp;L)</translation>
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
        <source>Matching commands</source>
        <translation>匹配的命令</translation>
    </message>
    <message>
        <source>Type part of the name of a command, a setting, a run or a clip; Enter takes the selected one</source>
        <translation>输入命令、设置、训练或片段名称的一部分；按回车键选用所选项</translation>
    </message>
    <message>
        <source>Find a command, setting, run or clip</source>
        <translation>查找命令、设置、训练或片段</translation>
    </message>
</context>
<context>
    <name>ComparePlayer</name>
    <message>
        <source>&amp;One clip</source>
        <translation>单个片段(&amp;O)</translation>
    </message>
    <message>
        <source>Shows the selected clip alone.</source>
        <translation>只显示选中的片段。</translation>
    </message>
    <message>
        <source>&amp;Side by side</source>
        <translation>并排(&amp;S)</translation>
    </message>
    <message>
        <source>Shows A and the selected clip, B, side by side and in sync.</source>
        <translation>并排同步显示 A 和选中的片段 B。</translation>
    </message>
    <message>
        <source>&amp;Wipe</source>
        <translation>滑动比较(&amp;W)</translation>
    </message>
    <message>
        <source>Shows A to the left of a divider that you can move, and the selected clip to its right.</source>
        <translation>以可移动的分隔线为界，左侧显示 A，右侧显示选中的片段。</translation>
    </message>
    <message>
        <source>Move the divider to the left</source>
        <translation>分隔线左移</translation>
    </message>
    <message>
        <source>Shows less of A and more of the selected clip.</source>
        <translation>少显示 A，多显示选中的片段。</translation>
    </message>
    <message>
        <source>Move the divider to the right</source>
        <translation>分隔线右移</translation>
    </message>
    <message>
        <source>Shows more of A and less of the selected clip.</source>
        <translation>多显示 A，少显示选中的片段。</translation>
    </message>
    <message>
        <source>There is no clip to compare with.</source>
        <translation>没有可供比较的片段。</translation>
    </message>
    <message>
        <source>Opening…</source>
        <translation>正在打开…</translation>
    </message>
    <message>
        <source>A: %1</source>
        <translation>A：%1</translation>
    </message>
    <message>
        <source>B: %1</source>
        <translation>B：%1</translation>
    </message>
    <message>
        <source>A has %1 frames and B has %2: A stops at its last frame.</source>
        <translation>A 有 %1 帧，B 有 %2 帧：A 停留在最后一帧。</translation>
    </message>
    <message>
        <source>A has %1 frames and B has %2: only the first %2 of A are shown.</source>
        <translation>A 有 %1 帧，B 有 %2 帧：只显示 A 的前 %2 帧。</translation>
    </message>
    <message>
        <source>A and B are the same clip.</source>
        <translation>A 和 B 是同一个片段。</translation>
    </message>
</context>
<context>
    <name>CompareView</name>
    <message>
        <source>Picture: %1</source>
        <translation>画面：%1</translation>
    </message>
    <message>
        <source>Pictures: %1, %2</source>
        <translation>画面：%1，%2</translation>
    </message>
    <message>
        <source>Drag the divider, or move it with the arrow keys.</source>
        <translation>拖动分隔线，或用方向键移动。</translation>
    </message>
</context>
<context>
    <name>ConditionList</name>
    <message>
        <source>None. Add images or videos, or drop them on this page.</source>
        <translation>没有。请添加图片或视频，或将它们拖放到此页面。</translation>
    </message>
    <message>
        <source>Images and videos at any frame</source>
        <translation>任意帧的图片和视频</translation>
    </message>
    <message>
        <source>Add images or videos…</source>
        <translation>添加图片或视频…</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>末尾</translation>
    </message>
    <message>
        <source>Frame of “%1”</source>
        <translation>“%1”的帧</translation>
    </message>
    <message>
        <source>The frame of the clip where it starts, counted from 0. Below 0: the clip ends with it.</source>
        <translation>它在片段中开始的帧，从 0 起数。小于 0 时片段以它结束。</translation>
    </message>
    <message>
        <source>Strength of “%1”</source>
        <translation>“%1”的强度</translation>
    </message>
    <message>
        <source>1 keeps it exactly, 0 ignores it.</source>
        <translation>1 为完全保留，0 为忽略。</translation>
    </message>
    <message>
        <source>Remove “%1” from the list</source>
        <translation>从列表中移除“%1”</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>帧</translation>
    </message>
    <message>
        <source>Strength</source>
        <translation>强度</translation>
    </message>
    <message>
        <source>“%1” starts after the end of the clip: choose frame %2 or an earlier one.</source>
        <translation>“%1”的起始位置超出了片段末尾：请选择第 %2 帧或更早的帧。</translation>
    </message>
</context>
<context>
    <name>CropRow</name>
    <message>
        <source>Shape of the crop</source>
        <translation>裁剪形状</translation>
    </message>
    <message>
        <source>The crop keeps this shape while it is drawn and resized.</source>
        <translation>绘制和调整裁剪时保持此形状。</translation>
    </message>
    <message>
        <source>X</source>
        <translation>X</translation>
    </message>
    <message>
        <source>Left edge of the crop</source>
        <translation>裁剪左边缘</translation>
    </message>
    <message>
        <source>Y</source>
        <translation>Y</translation>
    </message>
    <message>
        <source>Top edge of the crop</source>
        <translation>裁剪上边缘</translation>
    </message>
    <message>
        <source>W</source>
        <translation>宽</translation>
    </message>
    <message>
        <source>Width of the crop</source>
        <translation>裁剪宽度</translation>
    </message>
    <message>
        <source>H</source>
        <translation>高</translation>
    </message>
    <message>
        <source>Height of the crop</source>
        <translation>裁剪高度</translation>
    </message>
    <message>
        <source>Any shape</source>
        <translation>任意形状</translation>
    </message>
    <message>
        <source>As bucket %1×%2</source>
        <translation>与分桶 %1×%2 相同</translation>
    </message>
    <message numerus="yes">
        <source>for %n clips</source>
        <translation>
            <numerusform>用于 %n 个片段</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DatasetPage</name>
    <message>
        <source>Dataset</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>Import videos, caption and cut them, and see what the model will see.</source>
        <translation>导入视频，添加标注并截取，然后查看模型会看到的内容。</translation>
    </message>
    <message>
        <source>No project is open. A project is a folder with a database of clips and captions; your videos stay where they are.</source>
        <translation>没有打开的项目。项目是一个文件夹，其中的数据库保存片段和标注；视频保留在原处。</translation>
    </message>
    <message>
        <source>No clips yet. Drop videos, pictures, folders or lists (prompts.txt, metadata.csv, metadata.jsonl) here.</source>
        <translation>还没有片段。请将视频、图片、文件夹或列表（prompts.txt、metadata.csv、metadata.jsonl）拖放到此处。</translation>
    </message>
    <message>
        <source>&amp;Add files…</source>
        <translation>添加文件(&amp;A)…</translation>
    </message>
    <message>
        <source>Imports videos, pictures and lists; the files stay where they are.</source>
        <translation>导入视频、图片和列表，文件保留在原处。</translation>
    </message>
    <message>
        <source>Add a &amp;folder…</source>
        <translation>添加文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>Imports everything in a folder and its subfolders, with the lists and captions beside the videos.</source>
        <translation>导入文件夹及其子文件夹中的内容，包括视频旁边的列表和标注。</translation>
    </message>
    <message>
        <source>&amp;Import a dataset…</source>
        <translation>导入数据集(&amp;I)…</translation>
    </message>
    <message>
        <source>Imports a dataset that another program made, in the layout you choose.</source>
        <translation>导入其他程序制作的数据集，格式由您选择。</translation>
    </message>
    <message>
        <source>&amp;Export clips…</source>
        <translation>导出片段(&amp;E)…</translation>
    </message>
    <message>
        <source>Saves the clips in a layout that other programs can read.</source>
        <translation>以其他程序可读取的格式保存片段。</translation>
    </message>
    <message>
        <source>&amp;Train on this</source>
        <translation>用此数据集训练(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>Undoes the last change to the project, even one from an earlier session.</source>
        <translation>撤销项目的上一次更改，包括以前会话中的更改。</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Redoes the change that was undone.</source>
        <translation>重新执行已撤销的更改。</translation>
    </message>
    <message>
        <source>Clip and buckets</source>
        <translation>片段和分桶</translation>
    </message>
    <message>
        <source>Clip</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>Buckets</source>
        <translation>分桶</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>撤销(&amp;U)：%1</translation>
    </message>
    <message>
        <source>&amp;Redo: %1</source>
        <translation>重做(&amp;R)：%1</translation>
    </message>
    <message>
        <source>Add clips</source>
        <translation>添加片段</translation>
    </message>
    <message>
        <source>Videos, pictures and lists</source>
        <translation>视频、图片和列表</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>所有文件</translation>
    </message>
    <message>
        <source>Add a folder of clips</source>
        <translation>添加片段文件夹</translation>
    </message>
    <message numerus="yes">
        <source>%n clips imported</source>
        <translation>
            <numerusform>已导入 %n 个片段</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n already there</source>
        <translation>
            <numerusform>%n 个原已存在</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n skipped</source>
        <translation>
            <numerusform>跳过 %n 项</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips exported</source>
        <translation>
            <numerusform>已导出 %n 个片段</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips not exported, or only in part</source>
        <translation>
            <numerusform>%n 个片段未导出或只导出了一部分</numerusform>
        </translation>
    </message>
    <message>
        <source>Find &amp;missing files…</source>
        <translation>查找缺失的文件(&amp;M)…</translation>
    </message>
    <message>
        <source>Looks through a folder for the files that were moved, and points the clips to them.</source>
        <translation>在文件夹中查找被移动的文件，并将片段重新指向它们。</translation>
    </message>
    <message>
        <source>Import &amp;problems</source>
        <translation>导入问题(&amp;P)</translation>
    </message>
    <message>
        <source>Shows what the last import could not use, and why.</source>
        <translation>显示上次导入中无法使用的内容及其原因。</translation>
    </message>
    <message>
        <source>Where are the files now?</source>
        <translation>文件现在在哪里？</translation>
    </message>
    <message>
        <source>Review d&amp;uplicates…</source>
        <translation>检查重复片段(&amp;U)…</translation>
    </message>
    <message>
        <source>Shows clips that look alike, to keep one of each group.</source>
        <translation>显示相似的片段，以便每组保留一个。</translation>
    </message>
    <message numerus="yes">
        <source>%n captions proposed</source>
        <translation>
            <numerusform>已建议 %n 条标注</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips not captioned</source>
        <translation>
            <numerusform>%n 个片段未生成标注</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files found again</source>
        <translation>
            <numerusform>已找回 %n 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files not found</source>
        <translation>
            <numerusform>%n 个文件未找到</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Scan clips</source>
        <translation>扫描片段(&amp;S)</translation>
    </message>
    <message>
        <source>Measures brightness, motion and scene cuts of the clips that were cut since they were scanned.</source>
        <translation>测量扫描后被重新剪切的片段的亮度、运动和场景切换。</translation>
    </message>
    <message numerus="yes">
        <source>%n clips not scanned</source>
        <translation>
            <numerusform>%n 个片段未扫描</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n captions updated</source>
        <translation>
            <numerusform>已更新 %n 条标注</numerusform>
        </translation>
    </message>
    <message>
        <source>Opens the settings of a new run on these clips. They are frozen in their buckets when it starts.</source>
        <translation>打开以这些片段进行新训练的设置。训练开始时，片段连同分桶一起冻结。</translation>
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
        <source>Name given by the manufacturer</source>
        <translation>厂商给出的名称</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Data type of the matrices</source>
        <translation>矩阵的数据类型</translation>
    </message>
    <message>
        <source>Data type</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>Speed of a large matrix product, which takes most of the training time</source>
        <translation>大矩阵乘法的速度，它占训练时间的大部分</translation>
    </message>
    <message>
        <source>Matrix product</source>
        <translation>矩阵乘法</translation>
    </message>
    <message>
        <source>Bandwidth of the device&apos;s own memory</source>
        <translation>设备自身显存的带宽</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Bandwidth from host memory to the GPU, which limits block streaming</source>
        <translation>从主机内存到 GPU 的带宽，它限制块的流式加载</translation>
    </message>
    <message>
        <source>Upload</source>
        <translation>上传</translation>
    </message>
    <message>
        <source>Largest error compared with 64-bit arithmetic, relative to the row</source>
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
        <source>Measures matrix products and copies on each device, and proves on small reference models that networks, training and optimizers compute there what they should.</source>
        <translation>在每个设备上测量矩阵乘法和复制速度，并用小型参考模型验证网络、训练和优化器的计算结果是否正确。</translation>
    </message>
    <message>
        <source>Check the &amp;devices</source>
        <translation>检测设备(&amp;D)</translation>
    </message>
    <message>
        <source>Measures each device and checks its results. Takes less than a minute.</source>
        <translation>测量每个设备并检查其结果，用时不到一分钟。</translation>
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
        <source>No results yet. A check takes less than a minute.</source>
        <translation>尚无结果。一次检查用时不到一分钟。</translation>
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
        <source>Copy the device &amp;report</source>
        <translation>复制设备报告(&amp;R)</translation>
    </message>
    <message>
        <source>Copies the newest device check as text: figures, and what was proved.</source>
        <translation>以文本形式复制最近一次设备检查：测量值和已验证的内容。</translation>
    </message>
    <message>
        <source>Results of the latest check appear here.</source>
        <translation>最近一次检查的结果显示在这里。</translation>
    </message>
    <message>
        <source>Results of the latest check</source>
        <translation>最近一次检查的结果</translation>
    </message>
</context>
<context>
    <name>DeviceReport</name>
    <message>
        <source>Networks and training steps match the Python reference</source>
        <translation>网络和训练步骤的数值与 Python 库一致</translation>
    </message>
    <message>
        <source>Training with activations, blocks or the optimizer in host memory gives the same numbers</source>
        <translation>激活值、模块或优化器放在主机内存中训练时，数值相同</translation>
    </message>
    <message>
        <source>Optimizers change weights as on the CPU</source>
        <translation>优化器对权重的更新与 CPU 上相同</translation>
    </message>
    <message>
        <source>? %1: the reference cases are not installed.</source>
        <translation>? %1：未安装参考用例。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>✗ %1: only %2. Different: %3.</source>
        <translation>✗ %1：仅 %2。不一致：%3。</translation>
    </message>
    <message>
        <source>✓ %1: %2, bit for bit.</source>
        <translation>✓ %1：%2，逐位相同。</translation>
    </message>
    <message>
        <source>✓ %1: %2. The largest difference is %3 % of what is allowed.</source>
        <translation>✓ %1：%2。最大偏差为允许值的 %3%。</translation>
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
        <translation>%1×%2，%3 帧</translation>
    </message>
    <message>
        <source>No preset</source>
        <translation>无预设</translation>
    </message>
    <message>
        <source>Needs a GPU of %1 GB</source>
        <translation>需要 %1 GB 的 GPU</translation>
    </message>
    <message>
        <source>LoRA and full fine-tune</source>
        <translation>LoRA 和全量微调</translation>
    </message>
    <message>
        <source>LoRA</source>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>Published models</source>
        <translation>已发布的模型</translation>
    </message>
    <message>
        <source>No models.</source>
        <translation>没有模型。</translation>
    </message>
    <message>
        <source>I &amp;accept the terms of the licence</source>
        <translation>我接受许可证条款(&amp;A)</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>&amp;Download</source>
        <translation>下载(&amp;D)</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Download a model</source>
        <translation>下载模型</translation>
    </message>
    <message>
        <source>The cache that other programs share</source>
        <translation>与其他程序共享的缓存</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Made for</source>
        <translation>适用规格</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>This GPU can train</source>
        <translation>此 GPU 可训练</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>%1 起</translation>
    </message>
    <message>
        <source>On its page</source>
        <translation>见模型页面</translation>
    </message>
    <message>
        <source>The licence is on the model&apos;s page</source>
        <translation>许可证见模型页面</translation>
    </message>
    <message>
        <source>It permits any use.</source>
        <translation>它允许任何用途。</translation>
    </message>
    <message numerus="yes">
        <source>The model consists of %n downloads, which must be in one folder.</source>
        <translation>
            <numerusform>该模型由 %n 个下载组成，必须放在同一个文件夹中。</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose a folder for the model</source>
        <translation>选择存放模型的文件夹</translation>
    </message>
</context>
<context>
    <name>DuplicatesDialog</name>
    <message numerus="yes">
        <source>%1×%2, %n frames</source>
        <translation>
            <numerusform>%1×%2，%n 帧</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 s at %2 fps, file of %3</source>
        <translation>%1 秒，%2 fps，文件大小 %3</translation>
    </message>
    <message>
        <source>No caption</source>
        <translation>无标注</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>上一组(&amp;B)</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一组</translation>
    </message>
    <message>
        <source>Shows the group before.</source>
        <translation>显示上一组。</translation>
    </message>
    <message>
        <source>Keep &amp;all</source>
        <translation>全部保留(&amp;A)</translation>
    </message>
    <message>
        <source>Keep all</source>
        <translation>全部保留</translation>
    </message>
    <message>
        <source>Keeps all clips of the group and shows the next one.</source>
        <translation>保留该组的所有片段并显示下一组。</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>重复片段</translation>
    </message>
    <message>
        <source>Clips that look alike</source>
        <translation>相似的片段</translation>
    </message>
    <message>
        <source>Looking for clips that look alike…</source>
        <translation>正在查找相似的片段…</translation>
    </message>
    <message>
        <source>No clips look alike.</source>
        <translation>没有相似的片段。</translation>
    </message>
    <message>
        <source>That was the last group.</source>
        <translation>这是最后一组。</translation>
    </message>
    <message>
        <source>Picture of %1</source>
        <translation>%1 的画面</translation>
    </message>
    <message>
        <source>Keep only this</source>
        <translation>仅保留此项</translation>
    </message>
    <message>
        <source>Keep only %1</source>
        <translation>仅保留 %1</translation>
    </message>
    <message>
        <source>Show in file manager</source>
        <translation>在文件管理器中显示</translation>
    </message>
    <message>
        <source>Group %1 of %2: these clips look alike. The others are removed from the project. Their files stay on disk, and Undo brings them back.</source>
        <translation>第 %1 组，共 %2 组：这些片段看起来相似。其余片段会从项目中移除。它们的文件保留在磁盘上，撤销即可恢复。</translation>
    </message>
    <message numerus="yes">
        <source>The first %1 are shown; %Ln more are in the group.</source>
        <translation>
            <numerusform>显示前 %1 个；组内还有 %Ln 个。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EncodingRow</name>
    <message>
        <source>E&amp;ncode now</source>
        <translation>立即编码(&amp;N)</translation>
    </message>
    <message>
        <source>Encodes clips and captions ahead of time, so that training can start at once. Only what has changed is encoded.</source>
        <translation>预先编码片段和标注，训练即可立即开始。只编码有变化的内容。</translation>
    </message>
    <message numerus="yes">
        <source>All %n samples are encoded.</source>
        <translation>
            <numerusform>全部 %n 个样本均已编码。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>To encode: %1 of %n samples</source>
        <translation>
            <numerusform>待编码：%1 个样本（共 %n 个）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n captions.</source>
        <translation>
            <numerusform>%n 条标注。</numerusform>
        </translation>
    </message>
    <message>
        <source>The engine is not ready.</source>
        <translation>引擎尚未就绪。</translation>
    </message>
    <message>
        <source>Choose a model folder first: its networks do the encoding.</source>
        <translation>请先选择模型文件夹：编码由模型的网络完成。</translation>
    </message>
    <message>
        <source>Looking up what is encoded…</source>
        <translation>正在查找已编码的内容…</translation>
    </message>
</context>
<context>
    <name>ExportBar</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Cancel the export</source>
        <translation>取消导出</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Dismiss this message</source>
        <translation>关闭此消息</translation>
    </message>
    <message>
        <source>Exported: %1</source>
        <translation>已导出：%1</translation>
    </message>
    <message>
        <source>The export was cancelled.</source>
        <translation>导出已取消。</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export clips</source>
        <translation>导出片段</translation>
    </message>
    <message>
        <source>Refer to the original videos</source>
        <translation>引用原处的视频</translation>
    </message>
    <message>
        <source>Write each sample as a file: cut, cropped and resized</source>
        <translation>将每个样本写为文件：已截取、裁剪和缩放</translation>
    </message>
    <message>
        <source>All clips</source>
        <translation>所有片段</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>Choose a folder to export to</source>
        <translation>选择导出到的文件夹</translation>
    </message>
    <message>
        <source>An empty folder, or one that does not exist yet.</source>
        <translation>空文件夹，或尚不存在的文件夹。</translation>
    </message>
    <message>
        <source>&amp;Layout</source>
        <translation>格式(&amp;L)</translation>
    </message>
    <message>
        <source>How captions and videos are stored.</source>
        <translation>标注和视频的存放方式。</translation>
    </message>
    <message>
        <source>&amp;Videos</source>
        <translation>视频(&amp;V)</translation>
    </message>
    <message>
        <source>Whether each clip is written to a file of its own.</source>
        <translation>是否将片段写为单独的文件。</translation>
    </message>
    <message>
        <source>&amp;Clips</source>
        <translation>片段(&amp;C)</translation>
    </message>
    <message>
        <source>Which clips are exported.</source>
        <translation>要导出哪些片段。</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message numerus="yes">
        <source>%n clips of the filtered list</source>
        <translation>
            <numerusform>筛选列表中的 %n 个片段</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n selected clips</source>
        <translation>
            <numerusform>选中的 %n 个片段</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FileQuestions</name>
    <message>
        <source>Model &amp;folder…</source>
        <translation>模型文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>Model in &amp;one file…</source>
        <translation>单文件模型(&amp;O)…</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Models (*.safetensors *.gguf)</source>
        <translation>模型 (*.safetensors *.gguf)</translation>
    </message>
</context>
<context>
    <name>FindingList</name>
    <message numerus="yes">
        <source>Selects %n clips.</source>
        <translation>
            <numerusform>选择 %n 个片段。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n more</source>
        <translation>
            <numerusform>再显示 %n 条</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FlatTable</name>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
</context>
<context>
    <name>GalleryPage</name>
    <message>
        <source>Gallery</source>
        <translation>画廊</translation>
    </message>
    <message>
        <source>See what each step of a run makes of its prompts, next to the untrained model.</source>
        <translation>查看训练的每一步根据提示词生成的片段，并与未经训练的模型比较。</translation>
    </message>
    <message>
        <source>Set as &amp;A</source>
        <translation>设为 A(&amp;A)</translation>
    </message>
    <message>
        <source>Compares all other clips with the selected one, or with the same prompt at its step.</source>
        <translation>将其他所有片段与选中的片段比较，或与同一步中提示词相同的片段比较。</translation>
    </message>
    <message>
        <source>&amp;Reset A</source>
        <translation>重置 A(&amp;R)</translation>
    </message>
    <message>
        <source>Compares each clip with the one from before training again.</source>
        <translation>重新将每个片段与训练前的片段比较。</translation>
    </message>
    <message>
        <source>&amp;Validate now</source>
        <translation>立即验证(&amp;V)</translation>
    </message>
    <message>
        <source>Has the running job generate clips after its current step.</source>
        <translation>让正在运行的任务在当前步之后生成片段。</translation>
    </message>
    <message>
        <source>&amp;Export clip…</source>
        <translation>导出片段(&amp;E)…</translation>
    </message>
    <message>
        <source>Saves the selected clip as MP4, GIF or PNG images.</source>
        <translation>将选中的片段保存为 MP4、GIF 或 PNG 图片。</translation>
    </message>
    <message>
        <source>Export the clip</source>
        <translation>导出片段</translation>
    </message>
    <message>
        <source>Export &amp;comparison…</source>
        <translation>导出比较片段(&amp;C)…</translation>
    </message>
    <message>
        <source>Saves A and the selected clip side by side as one clip.</source>
        <translation>将 A 和选中的片段并排保存为一个片段。</translation>
    </message>
    <message>
        <source>Export the comparison</source>
        <translation>导出比较片段</translation>
    </message>
    <message>
        <source>A and B</source>
        <translation>A 和 B</translation>
    </message>
    <message>
        <source>Contact &amp;sheet…</source>
        <translation>缩略图总览(&amp;S)…</translation>
    </message>
    <message>
        <source>Saves the middle frame of every clip of the run as one image.</source>
        <translation>将本次训练每个片段的中间帧保存为一张图片。</translation>
    </message>
    <message>
        <source>Export a contact sheet</source>
        <translation>导出缩略图总览</translation>
    </message>
    <message>
        <source>all clips</source>
        <translation>所有片段</translation>
    </message>
    <message>
        <source>R&amp;un</source>
        <translation>训练(&amp;U)</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>The run whose clips are shown, newest first.</source>
        <translation>要显示哪次训练的片段，最新的排在最前。</translation>
    </message>
    <message>
        <source>Clips</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The file of this clip is missing.</source>
        <translation>此片段的文件缺失。</translation>
    </message>
    <message>
        <source>No clip of this prompt at this step.</source>
        <translation>此提示词在这一步没有片段。</translation>
    </message>
    <message>
        <source>This run made no clips before training, so A is its first clip. Turn on “Validate before training” in a new run&apos;s settings to get them.</source>
        <translation>本次训练没有生成训练前的片段，因此 A 是它的第一个片段。在新训练的设置中启用“训练前先验证”即可生成。</translation>
    </message>
    <message>
        <source>No project is open. This page compares the clips of a project&apos;s runs.</source>
        <translation>没有打开的项目。此页面用于比较项目中各次训练的片段。</translation>
    </message>
    <message>
        <source>No runs yet. The clips that a run makes during training appear here.</source>
        <translation>还没有训练。训练过程中生成的片段会显示在这里。</translation>
    </message>
    <message>
        <source>Compare chec&amp;kpoints…</source>
        <translation>比较检查点(&amp;K)…</translation>
    </message>
    <message>
        <source>Generates the selected clip again with several checkpoints, strengths and seeds.</source>
        <translation>用多个检查点、强度和随机种子重新生成所选片段。</translation>
    </message>
    <message>
        <source>Checkpoints · %1 · %2</source>
        <translation>检查点 · %1 · %2</translation>
    </message>
</context>
<context>
    <name>GalleryText</name>
    <message>
        <source>None (untrained model)</source>
        <translation>无（未经训练的模型）</translation>
    </message>
    <message>
        <source>Not kept</source>
        <translation>未保留</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>First frame</source>
        <translation>首帧</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Denoising steps</source>
        <translation>去噪步数</translation>
    </message>
    <message>
        <source>Guidance</source>
        <translation>引导强度</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>%1 × %2, %3 frames at %4 fps</source>
        <translation>%1 × %2，%3 帧，%4 fps</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>LoRA</source>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Rank and alpha</source>
        <translation>秩和 Alpha</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>Yes, decay %1</source>
        <translation>是，衰减率 %1</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1（位于 %2）</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>File hash</source>
        <translation>文件哈希值</translation>
    </message>
    <message>
        <source>Before training there is no LoRA: this is the untrained model.</source>
        <translation>训练前还没有 LoRA：这是未经训练的模型。</translation>
    </message>
    <message>
        <source>The checkpoint of this step was not kept. “Checkpoints kept” in the run&apos;s settings sets how many are.</source>
        <translation>这一步的检查点未保留。保留多少个由训练设置中的“保留的检查点数”决定。</translation>
    </message>
    <message>
        <source>A checkpoint of a full fine-tune can only be resumed. The result of the run is a model that can be used.</source>
        <translation>全量微调的检查点只能用于继续训练。训练的最终结果是可以使用的模型。</translation>
    </message>
    <message>
        <source>This run has no validation prompts, so it makes no clips. Add some under “Validation” for a new run, and turn on “Validate before training” to see the untrained model, too.</source>
        <translation>本次训练没有验证提示词，因此不会生成片段。请在新训练的“验证”中添加提示词，并启用“训练前先验证”，以便同时查看未经训练的模型。</translation>
    </message>
    <message>
        <source>This run makes clips every %1 steps and at its end, but has not got that far. “Validate before training” in a run&apos;s settings also makes clips before the first step.</source>
        <translation>本次训练每 %1 步以及结束时生成片段，但尚未到达。在训练设置中启用“训练前先验证”，还会在第一步之前生成片段。</translation>
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
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <source>Folder of PNG images (*)</source>
        <translation>PNG 图片文件夹 (*)</translation>
    </message>
    <message>
        <source>Before training</source>
        <translation>训练前</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>No prompt</source>
        <translation>无提示词</translation>
    </message>
    <message>
        <source>%1 (seed %2)</source>
        <translation>%1（随机种子 %2）</translation>
    </message>
    <message>
        <source>Averaged weights (EMA)</source>
        <translation>平均权重（EMA）</translation>
    </message>
    <message>
        <source>Without LoRA</source>
        <translation>不用 LoRA</translation>
    </message>
    <message>
        <source>Last frame</source>
        <translation>末帧</translation>
    </message>
    <message>
        <source>Preview LoRA</source>
        <translation>预览 LoRA</translation>
    </message>
    <message>
        <source>%1, strength %2</source>
        <translation>%1，强度 %2</translation>
    </message>
    <message numerus="yes">
        <source>This run makes clips every %n epochs and at its end, but has not got that far. “Validate before training” in a run&apos;s settings also makes clips before the first step.</source>
        <translation>
            <numerusform>本次训练每 %n 轮以及结束时生成片段，但尚未到达。在训练设置中启用“训练前先验证”，还会在第一步之前生成片段。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GenerateForm</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>LoRAs</source>
        <translation>LoRA</translation>
    </message>
</context>
<context>
    <name>GeneratePage</name>
    <message>
        <source>Generate</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>Generate clips from text or a first frame, with a model and its LoRAs.</source>
        <translation>用模型及其 LoRA，根据文本或首帧生成片段。</translation>
    </message>
    <message>
        <source>The clip appears here while it is generated.</source>
        <translation>片段生成时会显示在此处。</translation>
    </message>
    <message>
        <source>&amp;Generate</source>
        <translation>生成(&amp;G)</translation>
    </message>
    <message>
        <source>Adds the clip to the queue. It is generated when its turn comes.</source>
        <translation>将片段加入队列，轮到时即生成。</translation>
    </message>
    <message>
        <source>&amp;Last seed</source>
        <translation>上次的种子(&amp;L)</translation>
    </message>
    <message>
        <source>Uses the seed of the last clip again.</source>
        <translation>再次使用上一个片段的随机种子。</translation>
    </message>
    <message>
        <source>&amp;Cancel clip</source>
        <translation>取消片段(&amp;C)</translation>
    </message>
    <message>
        <source>Cancels the clip that is being generated, or removes the next one from the queue.</source>
        <translation>结束正在生成的片段，或将下一个片段移出队列。</translation>
    </message>
    <message>
        <source>Live &amp;preview</source>
        <translation>实时预览(&amp;P)</translation>
    </message>
    <message>
        <source>Goes back to the clip that is being generated.</source>
        <translation>重新显示正在生成的片段。</translation>
    </message>
    <message>
        <source>&amp;Decode in tiles</source>
        <translation>分块解码(&amp;D)</translation>
    </message>
    <message>
        <source>Decodes the denoised clip again, in tiles, which needs much less memory.</source>
        <translation>将已去噪的片段分块重新解码，占用的内存少得多。</translation>
    </message>
    <message>
        <source>Settings of the clip</source>
        <translation>片段的设置</translation>
    </message>
    <message>
        <source>Dismiss this message</source>
        <translation>关闭此消息</translation>
    </message>
    <message>
        <source>Progress of the clip</source>
        <translation>片段的进度</translation>
    </message>
    <message>
        <source>The form now holds the clip&apos;s recipe.</source>
        <translation>表单已填入该片段的生成参数。</translation>
    </message>
    <message>
        <source>Loading the engine…</source>
        <translation>正在加载引擎…</translation>
    </message>
    <message>
        <source>Clips cannot be generated without the engine.</source>
        <translation>没有引擎，无法生成片段。</translation>
    </message>
    <message numerus="yes">
        <source>%n clips queued.</source>
        <translation>
            <numerusform>已将 %n 个片段加入队列。</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” runs first</source>
        <translation>“%1”先运行</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>GridDialog</name>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Strengths</source>
        <translation>强度</translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Compare checkpoints</source>
        <translation>比较检查点</translation>
    </message>
    <message>
        <source>&amp;Checkpoints</source>
        <translation>检查点(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Strengths</source>
        <translation>强度(&amp;S)</translation>
    </message>
    <message>
        <source>S&amp;eeds</source>
        <translation>随机种子(&amp;E)</translation>
    </message>
    <message numerus="yes">
        <source>&amp;Queue %n clips</source>
        <translation>
            <numerusform>将 %n 个片段加入队列(&amp;Q)</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Queue</source>
        <translation>加入队列(&amp;Q)</translation>
    </message>
    <message>
        <source>How strongly each checkpoint counts: numbers above 0, up to 4, separated by spaces.</source>
        <translation>每个检查点的作用强度：大于 0、不超过 4 的数，用空格隔开。</translation>
    </message>
    <message>
        <source>Whole numbers, separated by spaces: one column for each.</source>
        <translation>整数，用空格隔开：每个一列。</translation>
    </message>
    <message>
        <source>&amp;Include the base model</source>
        <translation>包含基础模型(&amp;I)</translation>
    </message>
    <message>
        <source>Include the base model</source>
        <translation>包含基础模型</translation>
    </message>
    <message>
        <source>Adds one clip per seed without a LoRA, to compare with.</source>
        <translation>为每个随机种子添加一个不用 LoRA 的片段，以便比较。</translation>
    </message>
    <message>
        <source>Generates the selected clip again with each checkpoint, strength and seed: “%1”. Everything else stays the same.</source>
        <translation>用每个检查点、强度和随机种子重新生成所选片段：“%1”。其余保持不变。</translation>
    </message>
    <message>
        <source>“%1” is not a strength. Use numbers above 0, up to %2, such as %3.</source>
        <translation>“%1”不是强度。请使用大于 0、不超过 %2 的数，例如 %3。</translation>
    </message>
    <message>
        <source>Enter at least one strength.</source>
        <translation>请至少输入一个强度。</translation>
    </message>
    <message>
        <source>“%1” is not a seed. Use whole numbers from 0, such as 1, 2, 3.</source>
        <translation>“%1”不是随机种子。请使用从 0 开始的整数，例如 1, 2, 3。</translation>
    </message>
    <message>
        <source>Enter at least one seed.</source>
        <translation>请至少输入一个随机种子。</translation>
    </message>
    <message>
        <source>Select at least one checkpoint.</source>
        <translation>请至少选择一个检查点。</translation>
    </message>
    <message numerus="yes">
        <source>%n checkpoints</source>
        <translation>
            <numerusform>%n 个检查点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n strengths</source>
        <translation>
            <numerusform>%n 个强度</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n seeds</source>
        <translation>
            <numerusform>%n 个随机种子</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, and %n clips of the base model.</source>
        <translation>
            <numerusform>%1，以及 %n 个基础模型的片段。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GuideWindow</name>
    <message>
        <source>User&apos;s guide</source>
        <translation>用户指南</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Find in the guide</source>
        <translation>在指南中查找</translation>
    </message>
    <message>
        <source>Return goes to the next place, on the next pages too.</source>
        <translation>按回车键转到下一处，也包括后面的页面。</translation>
    </message>
    <message>
        <source>Page of the guide</source>
        <translation>指南页面</translation>
    </message>
    <message>
        <source>The guide is not there: %1 is missing. Install Framewright again.</source>
        <translation>指南不存在：缺少 %1。请重新安装 Framewright。</translation>
    </message>
    <message>
        <source>Nothing in the guide says “%1”.</source>
        <translation>手册中没有“%1”。</translation>
    </message>
</context>
<context>
    <name>HealthStrip</name>
    <message>
        <source>Clip health</source>
        <translation>片段的状态</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>No caption</source>
        <translation>无标注</translation>
    </message>
    <message>
        <source>Too short</source>
        <translation>太短</translation>
    </message>
    <message>
        <source>Wrong fps</source>
        <translation>帧率不符</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>File missing</source>
        <translation>文件缺失</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>All clips of the project.</source>
        <translation>项目的所有片段。</translation>
    </message>
    <message>
        <source>Clips without a caption.</source>
        <translation>没有标注的片段。</translation>
    </message>
    <message>
        <source>Videos with fewer frames than the smallest bucket or the model needs.</source>
        <translation>帧数少于最小分桶或模型要求的视频。</translation>
    </message>
    <message>
        <source>Videos whose motion would look too fast or too slow to the model. Set a frame rate to resample them.</source>
        <translation>对模型来说运动过快或过慢的视频。请设置帧率以进行重采样。</translation>
    </message>
    <message>
        <source>Clips from files that can only be decoded in part.</source>
        <translation>文件只能部分解码的片段。</translation>
    </message>
    <message>
        <source>Clips from files that can only be decoded in part. Files that were refused are under “Import problems”.</source>
        <translation>文件只能部分解码的片段。被拒绝的文件列在“导入问题”中。</translation>
    </message>
    <message>
        <source>Clips whose file has been moved or deleted.</source>
        <translation>文件已被移动或删除的片段。</translation>
    </message>
    <message>
        <source>Duplicates are searched for in up to %1 clips only.</source>
        <translation>片段超过 %1 个时不查找重复片段。</translation>
    </message>
    <message>
        <source>Clips that look like another clip.</source>
        <translation>与另一个片段相似的片段。</translation>
    </message>
    <message>
        <source>Long caption</source>
        <translation>标注过长</translation>
    </message>
    <message>
        <source>Captions with more tokens than one of the model&apos;s text encoders reads; it ignores the rest.</source>
        <translation>标注的词元数超过模型某个文本编码器的读取上限，超出部分会被忽略。</translation>
    </message>
    <message>
        <source>Not scanned</source>
        <translation>未扫描</translation>
    </message>
    <message>
        <source>Clips that were cut since they were scanned: filters by brightness, motion and the like, and the search for duplicates, leave them out. “Scan clips” measures them.</source>
        <translation>扫描后被重新剪切的片段：按亮度、运动等的筛选和重复查找会忽略它们。“扫描片段”可重新测量。</translation>
    </message>
</context>
<context>
    <name>HistoryPanel</name>
    <message>
        <source>No clips yet. The clips you generate appear here, with their recipes.</source>
        <translation>还没有片段。您生成的片段会连同其生成参数显示在此处。</translation>
    </message>
    <message>
        <source>Generated clips</source>
        <translation>已生成的片段</translation>
    </message>
    <message>
        <source>Newest first. Enter plays a clip.</source>
        <translation>最新的排在最前。按回车播放片段。</translation>
    </message>
    <message>
        <source>Clips</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>&amp;Use this recipe</source>
        <translation>采用生成参数(&amp;U)</translation>
    </message>
    <message>
        <source>Fills the form with the settings of the selected clip, including its seed.</source>
        <translation>用选中片段的生成参数填写表单，包括其随机种子。</translation>
    </message>
    <message>
        <source>&amp;Show in file manager</source>
        <translation>在文件管理器中显示(&amp;S)</translation>
    </message>
    <message>
        <source>Shows the selected clip&apos;s file in the file manager.</source>
        <translation>在文件管理器中显示选中片段的文件。</translation>
    </message>
    <message>
        <source>&amp;Move to trash…</source>
        <translation>移到回收站(&amp;M)…</translation>
    </message>
    <message>
        <source>Moves the selected clip to the trash, with the files that belong to it.</source>
        <translation>将选中的片段及其所属文件移到回收站。</translation>
    </message>
    <message>
        <source>Move to trash?</source>
        <translation>移到回收站？</translation>
    </message>
    <message>
        <source>The clip “%1” will be moved to the trash.</source>
        <translation>片段“%1”将移到回收站。</translation>
    </message>
    <message>
        <source>You can restore it from there.</source>
        <translation>之后可从回收站还原。</translation>
    </message>
    <message>
        <source>&amp;Move to trash</source>
        <translation>移到回收站(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>prompts.txt and videos.txt, line by line</source>
        <translation>prompts.txt 和 videos.txt，逐行对应</translation>
    </message>
    <message>
        <source>A text file beside each video</source>
        <translation>每个视频旁边有一个文本文件</translation>
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
        <translation>导入数据集</translation>
    </message>
    <message>
        <source>Detect automatically</source>
        <translation>自动检测</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>Choose the dataset&apos;s folder</source>
        <translation>选择数据集文件夹</translation>
    </message>
    <message>
        <source>The dataset&apos;s folder, or one of its lists.</source>
        <translation>数据集文件夹，或其中的一个列表。</translation>
    </message>
    <message>
        <source>&amp;Layout</source>
        <translation>格式(&amp;L)</translation>
    </message>
    <message>
        <source>How captions and videos are stored.</source>
        <translation>标注和视频的存放方式。</translation>
    </message>
    <message>
        <source>&amp;Caption column</source>
        <translation>标注列(&amp;C)</translation>
    </message>
    <message>
        <source>Column of a table, or file name of the list of captions. Leave empty for the usual names.</source>
        <translation>表格中的列名，或标注列表的文件名。留空则使用常见名称。</translation>
    </message>
    <message>
        <source>&amp;Video column</source>
        <translation>视频列(&amp;V)</translation>
    </message>
    <message>
        <source>Column of a table, or file name of the list of videos. Leave empty for the usual names.</source>
        <translation>表格中的列名，或视频列表的文件名。留空则使用常见名称。</translation>
    </message>
    <message>
        <source>Videos &amp;in</source>
        <translation>视频所在文件夹(&amp;I)</translation>
    </message>
    <message>
        <source>Choose the videos&apos; folder</source>
        <translation>选择视频文件夹</translation>
    </message>
    <message>
        <source>Folder that relative paths in lists start from. Leave empty for the list&apos;s own folder.</source>
        <translation>列表中相对路径的基准文件夹。留空则为列表所在的文件夹。</translation>
    </message>
    <message>
        <source>Caption &amp;extension</source>
        <translation>标注文件扩展名(&amp;E)</translation>
    </message>
    <message>
        <source>Extension of the text files beside the videos.</source>
        <translation>视频旁边的文本文件的扩展名。</translation>
    </message>
    <message>
        <source>Minimum f&amp;rames</source>
        <translation>最少帧数(&amp;R)</translation>
    </message>
    <message>
        <source>Shorter videos are left out.</source>
        <translation>更短的视频会被忽略。</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>&amp;Update captions</source>
        <translation>更新标注(&amp;U)</translation>
    </message>
    <message>
        <source>Update captions</source>
        <translation>更新标注</translation>
    </message>
    <message>
        <source>Takes captions that have changed since their clips were imported. The old ones stay in the history.</source>
        <translation>采用自片段导入以来已更改的标注。旧标注保留在历史记录中。</translation>
    </message>
    <message>
        <source>Each line is a ca&amp;ption</source>
        <translation>每一行是一条标注(&amp;P)</translation>
    </message>
    <message>
        <source>Each line is a caption</source>
        <translation>每一行是一条标注</translation>
    </message>
    <message>
        <source>The lines of a text file become several captions of the clip. Training draws one at each step.</source>
        <translation>文本文件的各行成为片段的多条标注。训练在每一步抽取一条。</translation>
    </message>
</context>
<context>
    <name>InterruptedCard</name>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步（共 %2 步）</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>paused at %1</source>
        <translation>暂停于%1</translation>
    </message>
    <message>
        <source>interrupted, saved at %1</source>
        <translation>已中断，保存于%1</translation>
    </message>
    <message>
        <source>Interrupted runs</source>
        <translation>中断的训练</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Resume the run %1</source>
        <translation>恢复训练 %1</translation>
    </message>
    <message>
        <source>Resumes from the newest checkpoint.</source>
        <translation>从最新的检查点继续。</translation>
    </message>
    <message>
        <source>The engine is not ready.</source>
        <translation>引擎尚未就绪。</translation>
    </message>
    <message>
        <source>Dismiss the run %1</source>
        <translation>隐藏训练 %1</translation>
    </message>
    <message>
        <source>Hides this run here. The run itself is kept.</source>
        <translation>在此处隐藏该训练，训练本身会保留。</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>还有 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>JobDock</name>
    <message>
        <source>Jobs</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>No jobs yet. Long-running work, such as training, is queued here.</source>
        <translation>还没有任务。训练等耗时的工作会在这里排队。</translation>
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
        <source>Lets a held job start, or resumes an ended one from its newest checkpoint.</source>
        <translation>放行搁置的任务，或从最新的检查点继续已结束的任务。</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Stop and save</source>
        <translation>停止并保存(&amp;S)</translation>
    </message>
    <message>
        <source>Saves a checkpoint and the result so far, then ends the job.</source>
        <translation>保存检查点和目前的结果，然后结束任务。</translation>
    </message>
    <message>
        <source>Chec&amp;kpoint now</source>
        <translation>立即写入检查点(&amp;K)</translation>
    </message>
    <message>
        <source>Saves a checkpoint and keeps running.</source>
        <translation>保存检查点并继续运行。</translation>
    </message>
    <message>
        <source>&amp;Validate now</source>
        <translation>立即验证(&amp;V)</translation>
    </message>
    <message>
        <source>Generates the validation clips now and keeps running.</source>
        <translation>立即生成验证片段，并继续运行。</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>上移(&amp;U)</translation>
    </message>
    <message>
        <source>Runs the selected waiting job earlier. You can also drag its row.</source>
        <translation>让选中的等待任务更早运行。也可以拖动该行。</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation>下移(&amp;D)</translation>
    </message>
    <message>
        <source>Runs the selected waiting job later. You can also drag its row.</source>
        <translation>让选中的等待任务更晚运行。也可以拖动该行。</translation>
    </message>
    <message>
        <source>Re&amp;move from list</source>
        <translation>从列表移除(&amp;M)</translation>
    </message>
    <message>
        <source>Removes the selected job from the list. Its files are kept.</source>
        <translation>将选中的任务移出列表，其文件会保留。</translation>
    </message>
    <message>
        <source>C&amp;lear ended jobs</source>
        <translation>清除已结束的任务(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Fit and resume</source>
        <translation>适配并恢复(&amp;F)</translation>
    </message>
    <message>
        <source>Resumes a run that ran out of memory, with settings that fit the memory that is free now.</source>
        <translation>以适合当前可用内存的设置继续因内存不足而中断的训练。</translation>
    </message>
    <message>
        <source>Pause &amp;after this job</source>
        <translation>此任务后暂停(&amp;A)</translation>
    </message>
    <message>
        <source>Finishes the running job and starts no other one until this is turned off.</source>
        <translation>让正在运行的任务做完，关闭此项之前不再开始其他任务。</translation>
    </message>
    <message>
        <source>Paused after this job</source>
        <translation>此任务后暂停</translation>
    </message>
    <message>
        <source>%1 left in total</source>
        <translation>总共还需 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n jobs of unknown length</source>
        <translation>
            <numerusform>%n 个时长未知的任务</numerusform>
        </translation>
    </message>
    <message>
        <source>No job is running.</source>
        <translation>没有任务在运行。</translation>
    </message>
    <message>
        <source>No job has ended.</source>
        <translation>没有已结束的任务。</translation>
    </message>
    <message>
        <source>Only a waiting job can be moved.</source>
        <translation>只能移动正在等待的任务。</translation>
    </message>
    <message>
        <source>The job is the next one already.</source>
        <translation>该任务已经是下一个。</translation>
    </message>
    <message>
        <source>The job is the last one already.</source>
        <translation>该任务已经是最后一个。</translation>
    </message>
    <message>
        <source>Removes all ended jobs from the list; paused ones stay. No file is deleted.</source>
        <translation>将所有已结束的任务移出列表，已暂停的任务会保留。不会删除任何文件。</translation>
    </message>
    <message>
        <source>Saves a checkpoint and frees the device. Asks whether the next job may start.</source>
        <translation>保存检查点并释放设备。会询问是否开始下一个任务。</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>From the last session: %1</source>
        <translation>上次会话遗留：%1</translation>
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
    <message>
        <source>about %1</source>
        <translation>约 %1</translation>
    </message>
    <message>
        <source>%1 left in this phase</source>
        <translation>此阶段剩余 %1</translation>
    </message>
</context>
<context>
    <name>LastRunsCard</name>
    <message>
        <source>Last runs</source>
        <translation>最近的训练</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Show the run %1</source>
        <translation>查看训练 %1</translation>
    </message>
</context>
<context>
    <name>LeftJobsCard</name>
    <message>
        <source>Jobs from the last session</source>
        <translation>上次会话的任务</translation>
    </message>
    <message>
        <source>was running</source>
        <translation>当时正在运行</translation>
    </message>
    <message>
        <source>was waiting</source>
        <translation>当时正在等待</translation>
    </message>
    <message>
        <source>Add again</source>
        <translation>重新添加</translation>
    </message>
    <message>
        <source>Queue %1 again</source>
        <translation>将 %1 重新加入队列</translation>
    </message>
    <message>
        <source>Adds the job to the queue again.</source>
        <translation>将任务重新加入队列。</translation>
    </message>
    <message>
        <source>The engine is not ready.</source>
        <translation>引擎尚未就绪。</translation>
    </message>
    <message>
        <source>Dismiss %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>Removes this job from the list. Its files are kept.</source>
        <translation>将此任务移出列表，其文件会保留。</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>还有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Add all again</source>
        <translation>全部重新添加</translation>
    </message>
    <message>
        <source>Adds these jobs to the queue again, in the order in which they were.</source>
        <translation>按原来的顺序将这些任务重新添加到队列。</translation>
    </message>
    <message>
        <source>was on hold</source>
        <translation>曾被搁置</translation>
    </message>
    <message>
        <source>writes to %1</source>
        <translation>写入 %1</translation>
    </message>
</context>
<context>
    <name>LibraryDetails</name>
    <message>
        <source>%1 billion</source>
        <translation>%1 亿</translation>
    </message>
    <message>
        <source>%1 million</source>
        <translation>%1 万</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more.</source>
        <translation>
            <numerusform>… 还有 %n 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务类型</translation>
    </message>
    <message>
        <source>Made for</source>
        <translation>适用于</translation>
    </message>
    <message>
        <source>%1 at %2 fps</source>
        <translation>%1，%2 fps</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>提示词</translation>
    </message>
    <message numerus="yes">
        <source>%n tokens</source>
        <translation>
            <numerusform>%n 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>Transformer</source>
        <translation>Transformer</translation>
    </message>
    <message numerus="yes">
        <source>%n blocks, width %1</source>
        <translation>
            <numerusform>%n 个块，宽度 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>complete</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>incomplete</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>Components</source>
        <translation>组件</translation>
    </message>
    <message>
        <source>Component</source>
        <translation>组件</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Data type</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>秩（Rank）</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>%1 (not recorded: equal to the rank)</source>
        <translation>%1（未记录：与秩相同）</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>键名</translation>
    </message>
    <message>
        <source>%1 names</source>
        <translation>采用 %1 的命名</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>匹配的模型</translation>
    </message>
    <message>
        <source>no model in the list</source>
        <translation>列表中没有匹配的模型</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>写入时间</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Adapted layers</source>
        <translation>适配的层</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>LoRAs</source>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>Other files</source>
        <translation>其他文件</translation>
    </message>
    <message numerus="yes">
        <source>%n safetensors files that are not LoRAs</source>
        <translation>
            <numerusform>%n 个非 LoRA 的 safetensors 文件</numerusform>
        </translation>
    </message>
    <message>
        <source>1000000</source>
        <comment>how many “%1 million” counts: 10000 where it is “万”</comment>
        <translation>10000</translation>
    </message>
    <message>
        <source>1000000000</source>
        <comment>how many “%1 billion” counts: 100000000 for “亿”</comment>
        <translation>100000000</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
</context>
<context>
    <name>LibraryFilter</name>
    <message>
        <source>Added by you</source>
        <translation>由您添加</translation>
    </message>
    <message>
        <source>Run of this project</source>
        <translation>此项目的训练</translation>
    </message>
    <message>
        <source>Used for training</source>
        <translation>训练所用模型</translation>
    </message>
    <message>
        <source>Included with Framewright</source>
        <translation>Framewright 自带</translation>
    </message>
    <message numerus="yes">
        <source>(%n more)</source>
        <translation>
            <numerusform>（另有 %n 个）</numerusform>
        </translation>
    </message>
    <message>
        <source>Not recognised</source>
        <translation>未识别</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Scanning…</source>
        <translation>正在扫描…</translation>
    </message>
    <message>
        <source>Scanned</source>
        <translation>已扫描</translation>
    </message>
    <message numerus="yes">
        <source>%n other safetensors files</source>
        <translation>
            <numerusform>%n 个其他 safetensors 文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Complete, checked</source>
        <translation>完整，已检查</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>OK, checked</source>
        <translation>正常，已检查</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>正常</translation>
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
        <source>Shows lines of this level and above</source>
        <translation>显示该级别及以上的日志</translation>
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
    <message>
        <source>Copy &amp;all lines</source>
        <translation>复制所有日志行(&amp;A)</translation>
    </message>
    <message>
        <source>Copies all log lines that are shown.</source>
        <translation>复制所有显示的日志行。</translation>
    </message>
</context>
<context>
    <name>LogModel</name>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Info</source>
        <translation>信息</translation>
    </message>
    <message>
        <source>Debug</source>
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
    <name>LoraExportDialog</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Export the LoRA “%1”</source>
        <translation>导出 LoRA“%1”</translation>
    </message>
    <message>
        <source>ComfyUI</source>
        <translation>ComfyUI</translation>
    </message>
    <message>
        <source>kohya and compatible programs</source>
        <translation>kohya 及兼容程序</translation>
    </message>
    <message>
        <source>diffusers and PEFT</source>
        <translation>diffusers 和 PEFT</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose the file</source>
        <translation>选择文件</translation>
    </message>
    <message>
        <source>&amp;Key format</source>
        <translation>键名格式(&amp;K)</translation>
    </message>
    <message>
        <source>How the program that will read the file names layers.</source>
        <translation>读取该文件的程序如何命名各层。</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>The model whose layers the LoRA applies to.</source>
        <translation>LoRA 所作用的模型。</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>The file to write. The weights stay the same.</source>
        <translation>要写入的文件，权重保持不变。</translation>
    </message>
    <message>
        <source>No model in the list matches this LoRA&apos;s shapes. Add the folder of the model it was trained on.</source>
        <translation>列表中没有与此 LoRA 形状相符的模型。请添加训练它时所用模型的文件夹。</translation>
    </message>
    <message>
        <source>This is the LoRA itself: choose another file.</source>
        <translation>这就是该 LoRA 本身：请选择其他文件。</translation>
    </message>
    <message>
        <source>This file exists and will be replaced.</source>
        <translation>此文件已存在，将被替换。</translation>
    </message>
    <message>
        <source>Export the LoRA</source>
        <translation>导出 LoRA</translation>
    </message>
    <message>
        <source>LoRA (*.safetensors)</source>
        <translation>LoRA (*.safetensors)</translation>
    </message>
    <message>
        <source>Replace the file?</source>
        <translation>替换文件？</translation>
    </message>
    <message>
        <source>“%1” exists already.</source>
        <translation>“%1”已存在。</translation>
    </message>
    <message>
        <source>&amp;Replace</source>
        <translation>替换(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
</context>
<context>
    <name>LoraList</name>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>No LoRA. Add one, or drop .safetensors files on this page.</source>
        <translation>没有 LoRA。请添加，或将 .safetensors 文件拖放到此页面。</translation>
    </message>
    <message>
        <source>LoRAs</source>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>Add LoRA…</source>
        <translation>添加 LoRA…</translation>
    </message>
    <message>
        <source>Add LoRA files…</source>
        <translation>添加 LoRA 文件…</translation>
    </message>
    <message>
        <source>Use the LoRA “%1”</source>
        <translation>使用 LoRA“%1”</translation>
    </message>
    <message>
        <source>Strength of “%1”</source>
        <translation>“%1”的强度</translation>
    </message>
    <message>
        <source>1 is the strength it was trained at, 0 turns it off.</source>
        <translation>1 为训练时的强度，0 为关闭。</translation>
    </message>
    <message>
        <source>Remove “%1” from the list</source>
        <translation>从列表中移除“%1”</translation>
    </message>
    <message>
        <source>Add LoRA files</source>
        <translation>添加 LoRA 文件</translation>
    </message>
    <message>
        <source>LoRAs (*.safetensors)</source>
        <translation>LoRA (*.safetensors)</translation>
    </message>
    <message>
        <source>From a run</source>
        <translation>来自训练</translation>
    </message>
    <message>
        <source>Adds a LoRA that a run of this project has kept.</source>
        <translation>添加此项目某次训练保留的 LoRA。</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>No run has kept a LoRA yet.</source>
        <translation>还没有训练保留 LoRA。</translation>
    </message>
</context>
<context>
    <name>LoraMergeDialog</name>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>The model that the LoRAs were trained on.</source>
        <translation>训练这些 LoRA 所用的模型。</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>另存为</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>Merge LoRAs</source>
        <translation>合并 LoRA</translation>
    </message>
    <message>
        <source>One LoRA that does what all of them do</source>
        <translation>一个等同于全部叠加的 LoRA</translation>
    </message>
    <message>
        <source>A model with the LoRAs in its weights</source>
        <translation>权重中已包含这些 LoRA 的模型</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose where to save</source>
        <translation>选择保存位置</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>LoRAs and strengths</source>
        <translation>LoRA 与强度</translation>
    </message>
    <message>
        <source>&amp;Result</source>
        <translation>结果(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Save as</source>
        <translation>另存为(&amp;S)</translation>
    </message>
    <message>
        <source>Strength of %1</source>
        <translation>%1 的强度</translation>
    </message>
    <message>
        <source>No model in the list matches this LoRA&apos;s shapes. Add the folder of the model it was trained on.</source>
        <translation>列表中没有与此 LoRA 形状匹配的模型。请添加训练它所用模型的文件夹。</translation>
    </message>
    <message>
        <source>“%1” exists already: choose another name.</source>
        <translation>“%1”已存在：请换一个名称。</translation>
    </message>
    <message>
        <source>Save the merged LoRAs</source>
        <translation>保存合并后的 LoRA</translation>
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
        <translation>进度</translation>
    </message>
    <message>
        <source>Loss by clip</source>
        <translation>各片段的损失</translation>
    </message>
    <message>
        <source>Not measured yet. Press Measure.</source>
        <translation>尚未测量。请按“测量”。</translation>
    </message>
    <message>
        <source>Loss by clip: %1</source>
        <translation>各片段的损失：%1</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>测量(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Select in the dataset</source>
        <translation>在数据集中选中(&amp;S)</translation>
    </message>
    <message>
        <source>Clip</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>× median</source>
        <translation>× 中位数</translation>
    </message>
    <message>
        <source>%1×</source>
        <translation>%1×</translation>
    </message>
    <message>
        <source>The loss of each clip with the run&apos;s newest weights, at the same timesteps and with the same noise. A clip far above the rest is hard to learn: check its caption and look for a scene cut.</source>
        <translation>用运行的最新权重，在相同时间步和相同噪声下每个片段的损失。损失远高于其他片段的难以学习：请检查其标注，并看看其中是否有场景切换。</translation>
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
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Closes the window and ends all jobs.</source>
        <translation>关闭窗口并结束所有任务。</translation>
    </message>
    <message>
        <source>Reload the &amp;engine</source>
        <translation>重新加载引擎(&amp;E)</translation>
    </message>
    <message>
        <source>Tries to load the engine again, once its installation has been repaired.</source>
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
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
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
        <source>Restores docks and columns to their default places.</source>
        <translation>将停靠面板和列恢复到默认位置。</translation>
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
        <source>Create a project?</source>
        <translation>创建项目？</translation>
    </message>
    <message>
        <source>There is no project in “%1” yet.</source>
        <translation>“%1”中还没有项目。</translation>
    </message>
    <message>
        <source>A project will be created there and its videos imported. The videos are not changed.</source>
        <translation>将在该处创建项目，并导入其中的视频。视频不会被改动。</translation>
    </message>
    <message>
        <source>&amp;Create project</source>
        <translation>创建项目(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Dataset</source>
        <translation>数据集(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Player</source>
        <translation>播放器(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Train</source>
        <translation>训练(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Gallery</source>
        <translation>画廊(&amp;G)</translation>
    </message>
    <message>
        <source>Ge&amp;nerate</source>
        <translation>生成(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Models</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;User&apos;s guide</source>
        <translation>用户指南(&amp;U)</translation>
    </message>
    <message>
        <source>Opens the guide at the item under the pointer.</source>
        <translation>打开指南中说明鼠标所指内容的位置。</translation>
    </message>
    <message>
        <source>Install Lib&amp;Torch…</source>
        <translation>安装 Lib&amp;Torch…</translation>
    </message>
    <message>
        <source>Fetches LibTorch, which trains and generates. Packages come without it.</source>
        <translation>下载用于训练和生成的 LibTorch。安装包不含它。</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>查找(&amp;F)…</translation>
    </message>
    <message>
        <source>Finds commands, settings, runs and clips by their names.</source>
        <translation>按名称查找命令、设置、训练和片段。</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>Opens the guide&apos;s list of all keys.</source>
        <translation>打开指南中的按键列表。</translation>
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
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Free now: %1</source>
        <translation>当前空闲：%1</translation>
    </message>
    <message>
        <source>Memory of each phase</source>
        <translation>各阶段的内存</translation>
    </message>
    <message>
        <source>%1: does not fit</source>
        <translation>%1：放不下</translation>
    </message>
    <message>
        <source>free now</source>
        <translation>当前空闲</translation>
    </message>
</context>
<context>
    <name>MemoryCard</name>
    <message>
        <source>Memory</source>
        <translation>显存与内存</translation>
    </message>
    <message>
        <source>In tiles</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>自定义</translation>
    </message>
    <message>
        <source>As published (CPU: float32)</source>
        <translation>与发布时相同（CPU：float32）</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>What stays on the device during generation.</source>
        <translation>生成片段时保留在设备上的内容。</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Where the clip is generated.</source>
        <translation>在哪里生成片段。</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>The data type that the networks compute in.</source>
        <translation>网络计算所用的数据类型。</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>Keeps the weights of the transformer&apos;s blocks in fewer bits: less memory, slightly different clips.</source>
        <translation>用更少的位数保存 Transformer 块的权重：占用内存更少，生成的视频略有不同。</translation>
    </message>
    <message>
        <source>One at a time</source>
        <translation>逐个加载</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>On the device</source>
        <translation>在设备上</translation>
    </message>
    <message>
        <source>Block by block</source>
        <translation>逐块加载</translation>
    </message>
    <message>
        <source>On the CPU</source>
        <translation>在 CPU 上</translation>
    </message>
    <message>
        <source>Components</source>
        <translation>组件</translation>
    </message>
    <message>
        <source>How many components are on the device at a time.</source>
        <translation>同时有多少个组件在设备上。</translation>
    </message>
    <message>
        <source>Text encoder</source>
        <translation>文本编码器</translation>
    </message>
    <message>
        <source>Where prompts are encoded.</source>
        <translation>提示词在哪里编码。</translation>
    </message>
    <message>
        <source>Streamed blocks</source>
        <translation>流式加载的块</translation>
    </message>
    <message>
        <source>Number of transformer blocks that stay in host memory. A number above the total means all of them.</source>
        <translation>留在主机内存中的 transformer 块数；大于总块数表示全部。</translation>
    </message>
    <message>
        <source>Decoding</source>
        <translation>解码</translation>
    </message>
    <message>
        <source>Decodes the clip in tiles: much less memory, but faint seams may show.</source>
        <translation>以图块解码片段：内存占用大幅减少，可能出现不明显的接缝。</translation>
    </message>
    <message>
        <source>The fastest mode that fits in free memory.</source>
        <translation>空闲内存放得下的最快方式。</translation>
    </message>
    <message>
        <source>No plan: the engine is not loaded.</source>
        <translation>没有计划：引擎未加载。</translation>
    </message>
    <message>
        <source>No plan: %1</source>
        <translation>没有计划：%1</translation>
    </message>
    <message>
        <source>Planning…</source>
        <translation>正在计划…</translation>
    </message>
    <message>
        <source>No plan yet.</source>
        <translation>尚无计划。</translation>
    </message>
    <message>
        <source>Needs %1. This computer has no such device.</source>
        <translation>需要 %1。本机没有这样的设备。</translation>
    </message>
    <message>
        <source>Fits the device, but not host memory.</source>
        <translation>设备放得下，但主机内存放不下。</translation>
    </message>
    <message>
        <source>Does not fit: %1 needed, %2 free.</source>
        <translation>放不下：需要 %1，空闲 %2。</translation>
    </message>
    <message>
        <source>Fits: %1 of %2 free when no job is running.</source>
        <translation>放得下：没有任务运行时空闲 %2，需要 %1。</translation>
    </message>
    <message>
        <source>Fits: %1 of %2 free now.</source>
        <translation>放得下：当前空闲 %2，需要 %1。</translation>
    </message>
    <message>
        <source>Host memory: %1 of %2 free</source>
        <translation>主机内存：%1，空闲 %2</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>How many processes of this machine make the clip together: one a GPU, or several that share the cores of the processor. It is the same clip.</source>
        <translation>本机有多少个进程共同生成这段视频：每块 GPU 一个，或由多个进程分享处理器的核心。生成的是同一段视频。</translation>
    </message>
    <message>
        <source>One GPU</source>
        <translation>一个 GPU</translation>
    </message>
    <message>
        <source>Balanced over all GPUs</source>
        <translation>均衡分布到所有 GPU</translation>
    </message>
    <message>
        <source>Device map</source>
        <translation>设备映射</translation>
    </message>
    <message>
        <source>Where the transformer&apos;s blocks are: one process can place them over all GPUs.</source>
        <translation>Transformer 各块所在的位置：一个进程可以把它们分布到所有 GPU。</translation>
    </message>
    <message>
        <source>Exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>int8 can be faster on NVIDIA cards from the RTX 30 series on; clips are slightly different. The first step compares both: the log says by how much they differ, and where int8 is not close enough or not faster, attention stays exact.</source>
        <translation>在 RTX 30 系列及更新的 NVIDIA 显卡上，int8 可能更快；片段略有不同。第一步会比较两者：日志会写明相差多少；如果 int8 不够接近或并不更快，注意力保持精确计算。</translation>
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
    <message>
        <source>What the guide says about this</source>
        <translation>指南对此的说明</translation>
    </message>
</context>
<context>
    <name>ModelCard</name>
    <message>
        <source>Model and dataset</source>
        <translation>模型和数据集</translation>
    </message>
    <message>
        <source>The folder of a published model, which contains model_index.json.</source>
        <translation>已发布模型的文件夹，其中含有 model_index.json。</translation>
    </message>
    <message numerus="yes">
        <source>%n samples</source>
        <translation>
            <numerusform>%n 个样本</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n buckets</source>
        <translation>
            <numerusform>%n 个分桶</numerusform>
        </translation>
    </message>
    <message>
        <source>encoded</source>
        <translation>已编码</translation>
    </message>
    <message>
        <source>encoded before training if needed</source>
        <translation>尚未编码的将在训练前编码</translation>
    </message>
    <message>
        <source>The project&apos;s clips in their buckets.</source>
        <translation>项目中已归入分桶的片段。</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>A dataset.jsonl file</source>
        <translation>dataset.jsonl 文件</translation>
    </message>
    <message>
        <source>The project&apos;s clips</source>
        <translation>项目中的片段</translation>
    </message>
</context>
<context>
    <name>ModelChoice</name>
    <message>
        <source>Model folder or file</source>
        <translation>模型文件夹或文件</translation>
    </message>
    <message>
        <source>Model folder</source>
        <translation>模型文件夹</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Choose a model…</source>
        <translation>选择模型…</translation>
    </message>
    <message>
        <source>Choose a model folder.</source>
        <translation>请选择模型文件夹。</translation>
    </message>
    <message>
        <source>Checking the model…</source>
        <translation>正在检查模型…</translation>
    </message>
    <message>
        <source>Choose a folder that contains a model.</source>
        <translation>请选择含有模型的文件夹。</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>The folder of a published model, which contains model_index.json, or its .safetensors or .gguf file.</source>
        <translation>已发布模型的文件夹（包含 model_index.json），或其 .safetensors 或 .gguf 文件。</translation>
    </message>
</context>
<context>
    <name>ModelLibrary</name>
    <message>
        <source>%1, result</source>
        <translation>%1（结果）</translation>
    </message>
    <message>
        <source>%1, averaged</source>
        <translation>%1（平均）</translation>
    </message>
    <message>
        <source>Sample model</source>
        <translation>示例模型</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation>%1，第 %2 步</translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>The models and LoRAs on this computer, and whether they are complete.</source>
        <translation>本机上的模型和 LoRA，以及它们是否完整。</translation>
    </message>
    <message>
        <source>No models yet. Add a folder with models or LoRAs, or drop it here. A model is a folder that contains model_index.json.</source>
        <translation>还没有模型。请添加含有模型或 LoRA 的文件夹，或将其拖放到此处。模型是含有 model_index.json 的文件夹。</translation>
    </message>
    <message>
        <source>&amp;Add a folder…</source>
        <translation>添加文件夹(&amp;A)…</translation>
    </message>
    <message>
        <source>Scans a folder of yours for models and LoRAs.</source>
        <translation>在您的文件夹中查找模型和 LoRA。</translation>
    </message>
    <message>
        <source>&amp;Rescan</source>
        <translation>重新扫描(&amp;R)</translation>
    </message>
    <message>
        <source>Scans all folders again.</source>
        <translation>重新扫描所有文件夹。</translation>
    </message>
    <message>
        <source>&amp;Filter models</source>
        <translation>筛选模型(&amp;F)</translation>
    </message>
    <message>
        <source>Moves to the filter field.</source>
        <translation>转到筛选框。</translation>
    </message>
    <message>
        <source>Show re&amp;moved</source>
        <translation>显示已移除的项(&amp;M)</translation>
    </message>
    <message>
        <source>Shows the models and LoRAs that you removed from the list.</source>
        <translation>显示您从列表中移除的模型和 LoRA。</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Generate</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>&amp;Train this model</source>
        <translation>训练此模型(&amp;T)</translation>
    </message>
    <message>
        <source>Uses the selected model for the next run.</source>
        <translation>将选中的模型用于下一次训练。</translation>
    </message>
    <message>
        <source>&amp;Generate with it</source>
        <translation>用它生成(&amp;G)</translation>
    </message>
    <message>
        <source>Generates clips with the selected model or LoRA.</source>
        <translation>用选中的模型或 LoRA 生成片段。</translation>
    </message>
    <message>
        <source>&amp;Check</source>
        <translation>检查(&amp;C)</translation>
    </message>
    <message>
        <source>Runs a job that compares the names and shapes of a model&apos;s tensors with its network, or looks for invalid values in a LoRA.</source>
        <translation>运行一个任务：将模型张量的名称和形状与其网络比较，或查找 LoRA 中的无效数值。</translation>
    </message>
    <message>
        <source>&amp;Export LoRA…</source>
        <translation>导出 LoRA(&amp;E)…</translation>
    </message>
    <message>
        <source>Saves the LoRA with the key names that another program reads.</source>
        <translation>以另一个程序读取的键名保存 LoRA。</translation>
    </message>
    <message>
        <source>Re&amp;name LoRA…</source>
        <translation>重命名 LoRA(&amp;N)…</translation>
    </message>
    <message>
        <source>Renames the LoRA&apos;s file. Files of a run cannot be renamed: export them instead.</source>
        <translation>重命名 LoRA 文件。训练产生的文件不能重命名：请改为导出。</translation>
    </message>
    <message>
        <source>Show in &amp;file manager</source>
        <translation>在文件管理器中显示(&amp;F)</translation>
    </message>
    <message>
        <source>Shows the file in the file manager.</source>
        <translation>在文件管理器中显示该文件。</translation>
    </message>
    <message>
        <source>&amp;Remove from the list</source>
        <translation>从列表中移除(&amp;R)</translation>
    </message>
    <message>
        <source>Removes it from this list. Nothing is deleted.</source>
        <translation>将其移出此列表，不会删除任何内容。</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Filter by any word in a row</source>
        <translation>按行中的任意词筛选</translation>
    </message>
    <message>
        <source>Models, LoRAs and folders</source>
        <translation>模型、LoRA 和文件夹</translation>
    </message>
    <message>
        <source>No models in these folders.</source>
        <translation>这些文件夹中没有模型。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>系列</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>组件数</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>LoRAs</source>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>No LoRAs in these folders. LoRAs from a project&apos;s runs appear here, too.</source>
        <translation>这些文件夹中没有 LoRA。项目中训练得到的 LoRA 也会显示在此处。</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>秩（Rank）</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>Made for</source>
        <translation>适用于</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>键名</translation>
    </message>
    <message>
        <source>Modified</source>
        <translation>修改时间</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>No folders yet.</source>
        <translation>还没有文件夹。</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Choose a folder with models or LoRAs</source>
        <translation>选择含有模型或 LoRA 的文件夹</translation>
    </message>
    <message>
        <source>Models (%1)</source>
        <translation>模型 (%1)</translation>
    </message>
    <message>
        <source>LoRAs (%1)</source>
        <translation>LoRA (%1)</translation>
    </message>
    <message>
        <source>Folders (%1)</source>
        <translation>文件夹 (%1)</translation>
    </message>
    <message>
        <source>Scanning folders…</source>
        <translation>正在扫描文件夹…</translation>
    </message>
    <message>
        <source>Nothing selected.</source>
        <translation>未选择任何内容。</translation>
    </message>
    <message>
        <source>Rename the LoRA</source>
        <translation>重命名 LoRA</translation>
    </message>
    <message>
        <source>File name:</source>
        <translation>文件名：</translation>
    </message>
    <message>
        <source>&amp;Merge LoRAs…</source>
        <translation>合并 LoRA(&amp;M)…</translation>
    </message>
    <message>
        <source>Makes one LoRA of several, or writes a model with them in its weights.</source>
        <translation>把多个 LoRA 合为一个，或写出权重中包含它们的模型。</translation>
    </message>
    <message>
        <source>Merge…</source>
        <translation>合并…</translation>
    </message>
    <message>
        <source>&amp;Download a model…</source>
        <translation>下载模型(&amp;D)…</translation>
    </message>
    <message>
        <source>Lists the published models with their size, their licence and what your GPU can train.</source>
        <translation>列出已发布的模型及其大小、许可证和您的 GPU 可训练的内容。</translation>
    </message>
    <message>
        <source>Download…</source>
        <translation>下载…</translation>
    </message>
</context>
<context>
    <name>MonitorPage</name>
    <message>
        <source>Monitor</source>
        <translation>监控</translation>
    </message>
    <message>
        <source>Watch a run while it trains. Click a chart, then zoom with the wheel, drag to pan, and double-click to see everything.</source>
        <translation>在训练过程中观察其进展。点击图表后，可用滚轮缩放，拖动可移动，双击可查看全部。</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>训练列表</translation>
    </message>
    <message>
        <source>No runs yet.</source>
        <translation>还没有训练。</translation>
    </message>
    <message>
        <source>&amp;Logarithmic scale</source>
        <translation>对数刻度(&amp;L)</translation>
    </message>
    <message>
        <source>Draws losses, rates and norms on a logarithmic scale.</source>
        <translation>以对数刻度绘制损失、学习率和范数。</translation>
    </message>
    <message>
        <source>Reset &amp;zoom</source>
        <translation>重置缩放(&amp;Z)</translation>
    </message>
    <message>
        <source>Shows all steps in all charts again.</source>
        <translation>在所有图表中重新显示全部步数。</translation>
    </message>
    <message>
        <source>&amp;Export chart…</source>
        <translation>导出图表(&amp;E)…</translation>
    </message>
    <message>
        <source>Saves the focused chart as an image (PNG, SVG) or a table (CSV).</source>
        <translation>将当前焦点所在的图表保存为图片（PNG、SVG）或表格（CSV）。</translation>
    </message>
    <message>
        <source>S&amp;moothing</source>
        <translation>平滑(&amp;M)</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>How many steps the bold loss and norm curves are averaged over.</source>
        <translation>损失和范数的粗曲线对多少步取平均。</translation>
    </message>
    <message>
        <source>No runs yet. A run&apos;s curves appear here from its first step on.</source>
        <translation>还没有训练。训练从第一步起就会在此处显示曲线。</translation>
    </message>
    <message>
        <source>No project is open. Open one to see its runs.</source>
        <translation>没有打开的项目。请打开一个项目以查看其训练。</translation>
    </message>
    <message>
        <source>Image (*.png);;Vector image (*.svg);;Table (*.csv)</source>
        <translation>图片 (*.png);;矢量图 (*.svg);;表格 (*.csv)</translation>
    </message>
    <message>
        <source>Export the chart “%1”</source>
        <translation>导出图表“%1”</translation>
    </message>
    <message>
        <source>Edit &amp;prompts…</source>
        <translation>编辑提示词(&amp;P)…</translation>
    </message>
    <message>
        <source>Changes the prompts of the run&apos;s clips, also while it trains: they count from the next validation on.</source>
        <translation>更改该训练的片段所用的提示词，训练进行中也可以：从下一次验证起生效。</translation>
    </message>
    <message>
        <source>Select a run to see it. Runs that are ticked stay beside it.</source>
        <translation>选择一个训练即可查看。勾选的训练会一直显示在旁边。</translation>
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
    <name>NewProjectDialog</name>
    <message>
        <source>New project</source>
        <translation>新建项目</translation>
    </message>
    <message>
        <source>Project name</source>
        <translation>项目名称</translation>
    </message>
    <message>
        <source>The project&apos;s folder gets this name.</source>
        <translation>项目文件夹将使用此名称。</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>The folder that the project&apos;s folder is created in.</source>
        <translation>将在此文件夹中创建项目文件夹。</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose the location</source>
        <translation>选择位置</translation>
    </message>
    <message>
        <source>Location of the new project</source>
        <translation>新项目的位置</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Location</source>
        <translation>位置(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Create</source>
        <translation>创建(&amp;C)</translation>
    </message>
    <message>
        <source>Videos stay where they are; the project&apos;s folder holds captions, runs and clips.</source>
        <translation>视频保留在原处；项目文件夹存放标注、训练和片段。</translation>
    </message>
    <message>
        <source>There already is a project in %1. Open it instead, or choose another name.</source>
        <translation>%1 中已有项目。请打开它，或换一个名称。</translation>
    </message>
    <message>
        <source>Will be created in %1.</source>
        <translation>将创建在 %1 中。</translation>
    </message>
    <message>
        <source>Choose a location: a folder with its whole path.</source>
        <translation>请选择位置：带完整路径的文件夹。</translation>
    </message>
</context>
<context>
    <name>NextStepCard</name>
    <message>
        <source>Next steps</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Import videos</source>
        <translation>导入视频</translation>
    </message>
    <message>
        <source>The project has no clips yet.</source>
        <translation>该项目还没有片段。</translation>
    </message>
    <message>
        <source>Write captions</source>
        <translation>撰写标注</translation>
    </message>
    <message numerus="yes">
        <source>%n clips have no caption yet.</source>
        <translation>
            <numerusform>还有 %n 个片段没有标注。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips are captioned and ready.</source>
        <translation>
            <numerusform>%n 个片段已标注，可以训练。</numerusform>
        </translation>
    </message>
    <message>
        <source>Watch the run</source>
        <translation>查看训练进度</translation>
    </message>
    <message>
        <source>A run of this project is training.</source>
        <translation>该项目的一个训练正在进行。</translation>
    </message>
    <message>
        <source>See what the runs of this project make of a prompt.</source>
        <translation>看看该项目的训练由提示词生成了什么。</translation>
    </message>
    <message>
        <source>Choose buckets</source>
        <translation>选择分桶</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Plan and train</source>
        <translation>规划并训练</translation>
    </message>
    <message>
        <source>Compare the clips</source>
        <translation>比较片段</translation>
    </message>
    <message numerus="yes">
        <source>%n clips</source>
        <translation>
            <numerusform>%n 个片段</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n without a caption</source>
        <translation>
            <numerusform>%n 个没有标注</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n buckets</source>
        <translation>
            <numerusform>%n 个分桶</numerusform>
        </translation>
    </message>
    <message>
        <source>suggested from the clips</source>
        <translation>根据片段建议</translation>
    </message>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Still to do</source>
        <translation>待完成</translation>
    </message>
    <message>
        <source>The project has no model to train yet.</source>
        <translation>项目还没有要训练的模型。</translation>
    </message>
</context>
<context>
    <name>OtherCaptions</name>
    <message>
        <source>Other captions of this clip</source>
        <translation>此片段的其他标注</translation>
    </message>
    <message>
        <source>Caption %1</source>
        <translation>标注 %1</translation>
    </message>
    <message>
        <source>Another caption of the same clip. Training draws one of all at each step.</source>
        <translation>同一片段的另一条标注。训练在每一步从全部标注中抽取一条。</translation>
    </message>
    <message>
        <source>Another caption of this clip</source>
        <translation>此片段的另一条标注</translation>
    </message>
    <message>
        <source>Remove caption %1</source>
        <translation>移除标注 %1</translation>
    </message>
    <message>
        <source>Removes this caption.</source>
        <translation>移除此标注。</translation>
    </message>
</context>
<context>
    <name>OwnPresets</name>
    <message>
        <source>Save as preset</source>
        <translation>保存为预设</translation>
    </message>
    <message>
        <source>Preset name:</source>
        <translation>预设名称：</translation>
    </message>
    <message>
        <source>Replace the preset?</source>
        <translation>替换预设？</translation>
    </message>
    <message>
        <source>Replace the preset “%1” with the settings as they are now?</source>
        <translation>用当前设置替换预设“%1”？</translation>
    </message>
    <message>
        <source>&amp;Replace</source>
        <translation>替换(&amp;R)</translation>
    </message>
    <message>
        <source>Rename the preset</source>
        <translation>重命名预设</translation>
    </message>
    <message>
        <source>Delete the preset?</source>
        <translation>删除预设？</translation>
    </message>
    <message>
        <source>Move the preset “%1” to the trash?</source>
        <translation>将预设“%1”移到回收站？</translation>
    </message>
    <message>
        <source>&amp;Move to trash</source>
        <translation>移到回收站(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Keep the preset</source>
        <translation>保留预设(&amp;K)</translation>
    </message>
    <message>
        <source>Save a copy of the preset</source>
        <translation>保存预设的副本</translation>
    </message>
    <message>
        <source>There is a preset “%1” already. Replace it?</source>
        <translation>预设“%1”已存在。要替换它吗？</translation>
    </message>
</context>
<context>
    <name>PaletteText</name>
    <message>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Clip</source>
        <translation>片段</translation>
    </message>
</context>
<context>
    <name>PauseQuestion</name>
    <message>
        <source>Pause the job?</source>
        <translation>暂停任务？</translation>
    </message>
    <message>
        <source>Pause “%1”?</source>
        <translation>暂停“%1”？</translation>
    </message>
    <message numerus="yes">
        <source>It saves a checkpoint and frees the device. %n jobs are waiting for it.</source>
        <translation>
            <numerusform>它会保存检查点并释放设备。有 %n 个任务正在等待。</numerusform>
        </translation>
    </message>
    <message>
        <source>Pause &amp;everything</source>
        <translation>全部暂停(&amp;E)</translation>
    </message>
    <message>
        <source>No other job starts until one is resumed.</source>
        <translation>在恢复某个任务之前，不会开始其他任务。</translation>
    </message>
    <message>
        <source>Pause &amp;this job</source>
        <translation>暂停此任务(&amp;T)</translation>
    </message>
    <message>
        <source>The next job starts in its place.</source>
        <translation>下一个任务会接着开始。</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
</context>
<context>
    <name>PhaseStrip</name>
    <message>
        <source>Phases of the run</source>
        <translation>训练的各个阶段</translation>
    </message>
    <message>
        <source>%1, %2 left</source>
        <translation>%1，剩余 %2</translation>
    </message>
    <message>
        <source>How long the run has been in each phase. A dash: not yet, or not needed.</source>
        <translation>训练在每个阶段所用的时间。横线表示尚未开始或不需要。</translation>
    </message>
</context>
<context>
    <name>PlanCard</name>
    <message>
        <source>Resources</source>
        <translation>所需资源</translation>
    </message>
    <message>
        <source>No plan: the engine is not loaded.</source>
        <translation>没有计划：引擎未加载。</translation>
    </message>
    <message>
        <source>Choose a model folder to see what the run needs.</source>
        <translation>选择模型文件夹后即可看到训练所需的资源。</translation>
    </message>
    <message>
        <source>No plan: some settings are missing or wrong.</source>
        <translation>没有计划：有些设置缺失或有误。</translation>
    </message>
    <message>
        <source>Fit to the GPU</source>
        <translation>适配 GPU</translation>
    </message>
    <message>
        <source>Time: known after the first steps.</source>
        <translation>时间：运行几步后可知。</translation>
    </message>
    <message>
        <source>Disk: checkpoints about %1</source>
        <translation>磁盘：检查点约 %1</translation>
    </message>
    <message>
        <source>, cache %1</source>
        <translation>，缓存 %1</translation>
    </message>
    <message>
        <source>The run file cannot be read.</source>
        <translation>无法读取运行文件。</translation>
    </message>
    <message>
        <source>Planning…</source>
        <translation>正在计划…</translation>
    </message>
    <message>
        <source>No plan yet.</source>
        <translation>尚无计划。</translation>
    </message>
    <message>
        <source>Needs %1. This computer has no such device.</source>
        <translation>需要 %1。本机没有这样的设备。</translation>
    </message>
    <message>
        <source>Fits: %1 of %2 free now.</source>
        <translation>放得下：当前空闲 %2，需要 %1。</translation>
    </message>
    <message>
        <source>Does not fit: %1 needed, %2 free now.</source>
        <translation>放不下：需要 %1，当前空闲 %2。</translation>
    </message>
    <message>
        <source>Host memory: %1 of %2 free</source>
        <translation>主机内存：%1，空闲 %2</translation>
    </message>
    <message>
        <source>Planned for clips of %1.</source>
        <translation>按 %1 的片段计划。</translation>
    </message>
    <message>
        <source> (%1 free)</source>
        <translation>（可用 %1）</translation>
    </message>
    <message>
        <source>Time: about %1 for %2 steps, %3 s per step, measured on this machine</source>
        <translation>时间：%2 步约需 %1，每步 %3 秒（本机实测）</translation>
    </message>
    <message>
        <source>Time: about %1 for %2 steps, %3 s per step, estimated</source>
        <translation>时间：%2 步约需 %1，每步 %3 秒（估计）</translation>
    </message>
    <message>
        <source>Fits the GPU, but is %1 short of system memory.</source>
        <translation>设备内存足够，但主机内存缺少 %1。</translation>
    </message>
</context>
<context>
    <name>Player</name>
    <message>
        <source>Player</source>
        <translation>播放器</translation>
    </message>
    <message>
        <source>Playback speed</source>
        <translation>播放速度</translation>
    </message>
    <message>
        <source>Frame &amp;back</source>
        <translation>上一帧(&amp;B)</translation>
    </message>
    <message>
        <source>Shows the previous frame.</source>
        <translation>显示上一帧。</translation>
    </message>
    <message>
        <source>&amp;Play or pause</source>
        <translation>播放或暂停(&amp;P)</translation>
    </message>
    <message>
        <source>Plays the clip, or stops at this frame.</source>
        <translation>播放片段，或停在当前帧。</translation>
    </message>
    <message>
        <source>Frame &amp;forward</source>
        <translation>下一帧(&amp;F)</translation>
    </message>
    <message>
        <source>Shows the next frame.</source>
        <translation>显示下一帧。</translation>
    </message>
    <message>
        <source>&amp;Loop</source>
        <translation>循环播放(&amp;L)</translation>
    </message>
    <message>
        <source>Repeats the clip.</source>
        <translation>循环播放片段。</translation>
    </message>
    <message>
        <source>Play backward</source>
        <translation>倒放</translation>
    </message>
    <message>
        <source>Plays backward. Press again to go faster.</source>
        <translation>倒放。再按一次则加快。</translation>
    </message>
    <message>
        <source>Stop playing</source>
        <translation>停止播放</translation>
    </message>
    <message>
        <source>Stops at this frame.</source>
        <translation>停在当前帧。</translation>
    </message>
    <message>
        <source>Play forward</source>
        <translation>正放</translation>
    </message>
    <message>
        <source>Plays forward. Press again to go faster.</source>
        <translation>正放。再按一次则加快。</translation>
    </message>
    <message>
        <source>First frame of the cut</source>
        <translation>截取范围的首帧</translation>
    </message>
    <message>
        <source>Moves to the first frame of the cut.</source>
        <translation>转到截取范围的首帧。</translation>
    </message>
    <message>
        <source>Last frame of the cut</source>
        <translation>截取范围的末帧</translation>
    </message>
    <message>
        <source>Moves to the last frame of the cut.</source>
        <translation>转到截取范围的末帧。</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Enlarges the picture.</source>
        <translation>放大画面。</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Shrinks the picture.</source>
        <translation>缩小画面。</translation>
    </message>
    <message>
        <source>Fit to view</source>
        <translation>适合窗口</translation>
    </message>
    <message>
        <source>Scales the picture to fit the view.</source>
        <translation>缩放画面以适合视图。</translation>
    </message>
    <message>
        <source>Opening…</source>
        <translation>正在打开…</translation>
    </message>
    <message>
        <source>Frame %1 of %2</source>
        <translation>第 %1 帧，共 %2 帧</translation>
    </message>
    <message>
        <source>%1 of %2 in the cut</source>
        <translation>截取范围内第 %1 帧，共 %2 帧</translation>
    </message>
    <message>
        <source>outside the cut</source>
        <translation>在截取范围之外</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
</context>
<context>
    <name>PresetButton</name>
    <message>
        <source>Planned</source>
        <translation>规划值</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测值</translation>
    </message>
    <message>
        <source>Your own</source>
        <translation>自定义</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>无法容纳</translation>
    </message>
    <message>
        <source>For your GPU</source>
        <translation>适合您的 GPU</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>%1 s per step of %2 on the CPU</source>
        <translation>CPU 上 %2 每步 %1 秒</translation>
    </message>
</context>
<context>
    <name>PresetChanges</name>
    <message>
        <source>Settings that change</source>
        <translation>会更改的设置</translation>
    </message>
    <message>
        <source>The preset changes nothing.</source>
        <translation>此预设不会更改任何设置。</translation>
    </message>
    <message>
        <source>What the preset “%1” changes</source>
        <translation>预设“%1”会更改的设置</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>With the preset</source>
        <translation>使用预设后</translation>
    </message>
</context>
<context>
    <name>PresetList</name>
    <message>
        <source>Choose a model folder to see the presets for its model.</source>
        <translation>选择模型文件夹后即可看到适用于该模型的预设。</translation>
    </message>
    <message>
        <source>Full fine-tune</source>
        <translation>全量微调</translation>
    </message>
    <message>
        <source>LoRA</source>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>%1, small model</source>
        <translation>%1，小模型</translation>
    </message>
    <message>
        <source>%1, %2 GB</source>
        <translation>%1，%2 GB</translation>
    </message>
    <message>
        <source>All presets</source>
        <translation>全部预设</translation>
    </message>
    <message>
        <source>Fewer presets</source>
        <translation>收起预设</translation>
    </message>
    <message numerus="yes">
        <source>All %n presets</source>
        <translation>
            <numerusform>全部 %n 个预设</numerusform>
        </translation>
    </message>
    <message>
        <source>The dataset&apos;s buckets stay: %1. The preset is made for %2.</source>
        <translation>数据集的分桶保持不变：%1。该预设适用于 %2。</translation>
    </message>
    <message>
        <source>Re&amp;name…</source>
        <translation>重命名(&amp;N)…</translation>
    </message>
    <message>
        <source>&amp;Replace with these settings…</source>
        <translation>用这些设置替换(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Delete…</source>
        <translation>删除(&amp;D)…</translation>
    </message>
    <message>
        <source>Show &amp;changes…</source>
        <translation>查看更改(&amp;C)…</translation>
    </message>
    <message>
        <source>Sa&amp;ve a copy…</source>
        <translation>保存副本(&amp;V)…</translation>
    </message>
    <message>
        <source>No preset was planned for this model. Save your settings as one to use them again.</source>
        <translation>没有为此模型规划的预设。可将您的设置保存为预设，以便再次使用。</translation>
    </message>
</context>
<context>
    <name>PreviewPane</name>
    <message>
        <source>Live preview</source>
        <translation>实时预览</translation>
    </message>
    <message>
        <source>A small preview of the clip at the current denoising step.</source>
        <translation>片段在当前去噪步骤的小幅预览。</translation>
    </message>
</context>
<context>
    <name>ProcessChoice</name>
    <message>
        <source>Processes</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>How many processes of this machine train the run together. What it learns does not depend on it. The plan shows what one of them needs.</source>
        <translation>本机用多少个进程一起训练。训练结果与此无关。计划显示的是其中一个进程的需求。</translation>
    </message>
</context>
<context>
    <name>ProcessCount</name>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation>
            <numerusform>%n 块 GPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n processes on the CPU</source>
        <translation>
            <numerusform>CPU 上的 %n 个进程</numerusform>
        </translation>
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
        <source>&amp;Remove from recent projects</source>
        <translation>从最近的项目中移除(&amp;R)</translation>
    </message>
    <message>
        <source>Removes the selected project from the list. The project itself is kept.</source>
        <translation>将选中的项目移出列表，项目本身会保留。</translation>
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
    <message>
        <source>No projects yet. Drop a folder of videos here, or create an empty project.</source>
        <translation>还没有项目。请将视频文件夹拖放到此处，或创建空项目。</translation>
    </message>
    <message>
        <source>&amp;Open the project</source>
        <translation>打开项目(&amp;O)</translation>
    </message>
    <message>
        <source>Show in &amp;file manager</source>
        <translation>在文件管理器中显示(&amp;F)</translation>
    </message>
</context>
<context>
    <name>PromptCard</name>
    <message>
        <source>Image at the end, at frame -1</source>
        <translation>末尾的图片，位于第 -1 帧</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>What the clip should show</source>
        <translation>片段应展示的内容</translation>
    </message>
    <message>
        <source>Negative prompt</source>
        <translation>负面提示词</translation>
    </message>
    <message>
        <source>What the clip should not show</source>
        <translation>不应出现的内容</translation>
    </message>
    <message>
        <source>First frame</source>
        <translation>首帧</translation>
    </message>
    <message>
        <source>An image or a video, whose first frame is used.</source>
        <translation>图片，或取其首帧的视频。</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Choose a first frame…</source>
        <translation>选择首帧…</translation>
    </message>
    <message>
        <source>%1 generates clips from text alone. Image-to-video models start from a first frame.</source>
        <translation>%1 仅根据文本生成片段。图生视频模型以首帧为起点。</translation>
    </message>
    <message>
        <source>Only for image-to-video models.</source>
        <translation>仅适用于图生视频模型。</translation>
    </message>
    <message>
        <source>Choose a first frame</source>
        <translation>选择首帧</translation>
    </message>
    <message>
        <source>Enter a prompt.</source>
        <translation>请输入提示词。</translation>
    </message>
    <message>
        <source>Choose a first frame: this model needs one.</source>
        <translation>请选择首帧：此模型需要首帧。</translation>
    </message>
    <message>
        <source>Images and videos at any frame</source>
        <translation>任意帧的图片和视频</translation>
    </message>
    <message>
        <source>Add images or videos</source>
        <translation>添加图片或视频</translation>
    </message>
</context>
<context>
    <name>PromptDialog</name>
    <message>
        <source>Prompts, one per line</source>
        <translation>提示词，每行一条</translation>
    </message>
    <message>
        <source>Validation prompts of “%1”</source>
        <translation>“%1”的验证提示词</translation>
    </message>
    <message>
        <source>One prompt per line. The run takes them up at its next validation and keeps them when it is resumed. A prompt may end in @@@FRAMESxHEIGHTxWIDTH. Without prompts no clips are generated.</source>
        <translation>每行一条提示词。训练在下一次验证时采用，继续训练时仍然有效。提示词末尾可以加 @@@帧数x高x宽。没有提示词就不生成片段。</translation>
    </message>
    <message>
        <source>&amp;Save prompts</source>
        <translation>保存提示词(&amp;S)</translation>
    </message>
    <message>
        <source>Discard the changes?</source>
        <translation>放弃更改？</translation>
    </message>
    <message>
        <source>The prompts were changed and are not saved.</source>
        <translation>提示词已更改，但尚未保存。</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>放弃(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Keep editing</source>
        <translation>继续编辑(&amp;K)</translation>
    </message>
</context>
<context>
    <name>ProposalPane</name>
    <message>
        <source>Proposed caption</source>
        <translation>建议的标注</translation>
    </message>
    <message>
        <source>What the captioner says. You can edit it before you accept it.</source>
        <translation>标注程序的回答。采纳前可以修改。</translation>
    </message>
    <message numerus="yes">
        <source>%n of the selected clips have a proposed caption.</source>
        <translation>
            <numerusform>所选片段中有 %n 个带有建议的标注。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RecipePanel</name>
    <message>
        <source>Recipe</source>
        <translation>配方</translation>
    </message>
    <message>
        <source>How the selected clip was made.</source>
        <translation>选中的片段是如何生成的。</translation>
    </message>
    <message>
        <source>&amp;Generate with this</source>
        <translation>用此配方生成(&amp;G)</translation>
    </message>
    <message>
        <source>Opens the Generate page with the prompt, seed, size, model and LoRA of this clip.</source>
        <translation>打开“生成”页面，并填入此片段的提示词、种子、尺寸、模型和 LoRA。</translation>
    </message>
    <message>
        <source>&amp;Use this checkpoint</source>
        <translation>使用此检查点(&amp;U)</translation>
    </message>
    <message>
        <source>Opens the Generate page with only the model and the LoRA of this step.</source>
        <translation>打开“生成”页面，仅填入此步的模型和 LoRA。</translation>
    </message>
    <message>
        <source>&amp;Copy the recipe</source>
        <translation>复制配方(&amp;C)</translation>
    </message>
    <message>
        <source>Copies the recipe as text.</source>
        <translation>将配方复制为文本。</translation>
    </message>
    <message>
        <source>Show the run&apos;s &amp;curves</source>
        <translation>显示训练的曲线(&amp;C)</translation>
    </message>
    <message>
        <source>Shows this clip&apos;s run on the Monitor page.</source>
        <translation>在“监控”页面显示此片段所属的训练。</translation>
    </message>
    <message>
        <source>Use the run&apos;s &amp;settings</source>
        <translation>采用训练的设置(&amp;S)</translation>
    </message>
    <message>
        <source>Opens the Train page with the settings of this clip&apos;s run, for a new run.</source>
        <translation>打开“训练”页面，并填入此片段所属训练的设置，用于新的训练。</translation>
    </message>
    <message>
        <source>Open the clip&apos;s &amp;folder</source>
        <translation>打开片段的文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>Shows the folder of this clip in the file manager.</source>
        <translation>在文件管理器中显示此片段的文件夹。</translation>
    </message>
    <message>
        <source>Select a clip to see how it was made.</source>
        <translation>请选择一个片段，查看它是如何生成的。</translation>
    </message>
    <message>
        <source>The file of this clip is missing.</source>
        <translation>此片段的文件缺失。</translation>
    </message>
    <message>
        <source>The clips were made with averaged weights; the LoRA of this checkpoint is not averaged.</source>
        <translation>片段是用平均权重生成的；此检查点的 LoRA 未取平均。</translation>
    </message>
</context>
<context>
    <name>ReplaceDialog</name>
    <message>
        <source>&amp;Regular expression</source>
        <translation>正则表达式(&amp;R)</translation>
    </message>
    <message>
        <source>Match &amp;case</source>
        <translation>区分大小写(&amp;C)</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Changes are previewed here.</source>
        <translation>此处预览更改。</translation>
    </message>
    <message>
        <source>Changes these captions. You can undo it in one step.</source>
        <translation>更改这些标注，可以一步撤销。</translation>
    </message>
    <message>
        <source>All clips in the list</source>
        <translation>列表中的所有片段</translation>
    </message>
    <message numerus="yes">
        <source>%n selected clips</source>
        <translation>
            <numerusform>选中的 %n 个片段</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Find</source>
        <translation>查找(&amp;F)</translation>
    </message>
    <message>
        <source>Replace &amp;with</source>
        <translation>替换为(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;In</source>
        <translation>范围(&amp;I)</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Which clips to change</source>
        <translation>要更改哪些片段</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>更改前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>更改后</translation>
    </message>
    <message numerus="yes">
        <source>%n captions will change.</source>
        <translation>
            <numerusform>将更改 %n 条标注。</numerusform>
        </translation>
    </message>
    <message>
        <source>In a regular expression, $1 or \1 stands for the first group.</source>
        <translation>在正则表达式中，$1 或 \1 表示第一个分组。</translation>
    </message>
    <message numerus="yes">
        <source>%n captions were changed.</source>
        <translation>
            <numerusform>已更改 %n 条标注。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Change</source>
        <translation>更改(&amp;C)</translation>
    </message>
    <message>
        <source>Change many captions</source>
        <translation>批量更改标注</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Find and replace</source>
        <translation>查找并替换</translation>
    </message>
    <message>
        <source>Add a prefix</source>
        <translation>添加前缀</translation>
    </message>
    <message>
        <source>Add a suffix</source>
        <translation>添加后缀</translation>
    </message>
    <message>
        <source>&amp;What</source>
        <translation>操作(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Trigger word</source>
        <translation>触发词(&amp;T)</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>要执行的操作</translation>
    </message>
    <message>
        <source>Trigger word</source>
        <translation>触发词</translation>
    </message>
    <message>
        <source>Training puts it in front of every caption of the project; the captions here do not hold it.</source>
        <translation>训练时会加在项目的每条标注之前；此处的标注中不包含它。</translation>
    </message>
    <message>
        <source>&amp;Prefix</source>
        <translation>前缀(&amp;P)</translation>
    </message>
    <message>
        <source>S&amp;uffix</source>
        <translation>后缀(&amp;U)</translation>
    </message>
    <message>
        <source>Put in front of captions that do not begin with it, with its spaces.</source>
        <translation>加在不以它开头的标注之前，包括其中的空格。</translation>
    </message>
    <message>
        <source>Put behind captions that do not end with it, with its spaces.</source>
        <translation>加在不以它结尾的标注之后，包括其中的空格。</translation>
    </message>
</context>
<context>
    <name>RowFaultCard</name>
    <message>
        <source>%1, line %2</source>
        <translation>%1 第 %2 行</translation>
    </message>
    <message>
        <source>No problems.</source>
        <translation>没有问题。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close the list of problems</source>
        <translation>关闭问题列表</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Fix</source>
        <translation>处理办法</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Imports the selected files again, or all of them, once they are mended.</source>
        <translation>修复后重新导入所选文件；未选择时导入全部。</translation>
    </message>
    <message>
        <source>Show in file manager</source>
        <translation>在文件管理器中显示</translation>
    </message>
    <message>
        <source>Select the clip</source>
        <translation>选择该片段</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>Takes the selected problems off the list. Nothing else changes.</source>
        <translation>将选中的问题移出列表。其他内容不变。</translation>
    </message>
    <message>
        <source>A click selects the clip.</source>
        <translation>单击可选择该片段。</translation>
    </message>
</context>
<context>
    <name>RunBar</name>
    <message>
        <source>Run status</source>
        <translation>训练的状态</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>Running in another process</source>
        <translation>正在另一个进程中运行</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>训练进度</translation>
    </message>
    <message>
        <source>Commands of the run</source>
        <translation>训练的命令</translation>
    </message>
    <message>
        <source>No run is shown.</source>
        <translation>没有显示任何训练。</translation>
    </message>
    <message>
        <source>The run has finished.</source>
        <translation>训练已完成。</translation>
    </message>
    <message>
        <source>The run is training.</source>
        <translation>训练正在进行。</translation>
    </message>
    <message>
        <source>The run is not in the queue.</source>
        <translation>该训练不在队列中。</translation>
    </message>
    <message>
        <source>The run cannot be resumed now.</source>
        <translation>该训练现在不能继续。</translation>
    </message>
    <message>
        <source>Failed before the first step</source>
        <translation>在第一步之前失败</translation>
    </message>
    <message>
        <source>%1 at step %2 of %3: can be resumed</source>
        <translation>%1（第 %2 步，共 %3 步）：可以继续</translation>
    </message>
    <message>
        <source>%1: can resume from step %2</source>
        <translation>%1：可从第 %2 步继续</translation>
    </message>
    <message>
        <source>%1 before the first checkpoint: resuming starts over</source>
        <translation>%1（尚无检查点）：继续将从头开始</translation>
    </message>
</context>
<context>
    <name>RunChart</name>
    <message>
        <source>, averaged</source>
        <translation>（平均）</translation>
    </message>
    <message>
        <source>Wheel, + and −: zoom; over the value axis, zoom the values. Drag, Left and Right: pan. Double-click or Home: all steps. Shift+Left and Shift+Right move the cursor, Page Up and Page Down move it between clips, Enter opens them.</source>
        <translation>滚轮、+ 和 −：缩放；在数值轴上则缩放数值。拖动、左右方向键：平移。双击或 Home：显示全部步数。Shift+左、Shift+右移动光标，Page Up 和 Page Down 使光标在有片段的步之间移动，Enter 打开这些片段。</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message numerus="yes">
        <source>%n clips at step %1. Click to see them.</source>
        <translation>
            <numerusform>第 %1 步的 %n 个片段。点击查看。</numerusform>
        </translation>
    </message>
    <message>
        <source>Checkpoint at step %1</source>
        <translation>第 %1 步的检查点</translation>
    </message>
</context>
<context>
    <name>RunCheck</name>
    <message numerus="yes">
        <source>%n captions</source>
        <translation>
            <numerusform>%n 条标注</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cuts</source>
        <translation>
            <numerusform>%n 处剪切</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n crops</source>
        <translation>
            <numerusform>%n 处裁剪</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips in other buckets</source>
        <translation>
            <numerusform>%n 个片段换了分桶</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips added</source>
        <translation>
            <numerusform>新增 %n 个片段</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips removed</source>
        <translation>
            <numerusform>移除 %n 个片段</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more buckets</source>
        <translation>
            <numerusform>另外 %n 个分桶</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n samples</source>
        <translation>
            <numerusform>%n 个样本</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clips with other weights</source>
        <translation>
            <numerusform>%n 个片段权重不同</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunCompare</name>
    <message>
        <source>First run</source>
        <translation>第一个运行</translation>
    </message>
    <message>
        <source>Second run</source>
        <translation>第二个运行</translation>
    </message>
    <message>
        <source>Settings that differ</source>
        <translation>不同的设置</translation>
    </message>
    <message>
        <source>Both runs have the same settings.</source>
        <translation>两个运行的设置相同。</translation>
    </message>
    <message>
        <source>Compare the settings of two runs</source>
        <translation>比较两个运行的设置</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
</context>
<context>
    <name>RunDraft</name>
    <message>
        <source>Edit the run file</source>
        <translation>编辑训练配置文件</translation>
    </message>
    <message>
        <source>Change “%1”</source>
        <translation>更改“%1”</translation>
    </message>
    <message>
        <source>Reset “%1”</source>
        <translation>重置“%1”</translation>
    </message>
</context>
<context>
    <name>RunFileView</name>
    <message>
        <source>Run file</source>
        <translation>训练配置文件</translation>
    </message>
    <message>
        <source>The same settings as TOML text.</source>
        <translation>同样的设置，以 TOML 文本表示。</translation>
    </message>
</context>
<context>
    <name>RunListModel</name>
    <message>
        <source>Full fine-tune</source>
        <translation>全量微调</translation>
    </message>
    <message>
        <source>LoRA</source>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>Not started</source>
        <translation>未开始</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
</context>
<context>
    <name>RunsView</name>
    <message>
        <source>Runs of this project</source>
        <translation>此项目的运行</translation>
    </message>
    <message>
        <source>No runs yet. Press Start to make the first one.</source>
        <translation>还没有训练。点击“开始”创建第一个。</translation>
    </message>
    <message>
        <source>&amp;Resume run</source>
        <translation>继续运行(&amp;R)</translation>
    </message>
    <message>
        <source>Resumes the run from its newest checkpoint.</source>
        <translation>从最新的检查点继续训练。</translation>
    </message>
    <message>
        <source>E&amp;xtend…</source>
        <translation>延长(&amp;X)…</translation>
    </message>
    <message>
        <source>Adds steps to a finished run and resumes it.</source>
        <translation>为已完成的训练增加步数并继续。</translation>
    </message>
    <message>
        <source>&amp;Branch</source>
        <translation>分支(&amp;B)</translation>
    </message>
    <message>
        <source>Starts a new run from this run&apos;s newest weights. You can change the settings first.</source>
        <translation>以此训练最新的权重开始新的训练，可先修改设置。</translation>
    </message>
    <message>
        <source>&amp;Use its settings</source>
        <translation>采用其设置(&amp;U)</translation>
    </message>
    <message>
        <source>Uses the run&apos;s settings and dataset for a new run.</source>
        <translation>将此训练的设置和数据集用于新的训练。</translation>
    </message>
    <message>
        <source>Extend the run</source>
        <translation>延长运行</translation>
    </message>
    <message>
        <source>Steps to add:</source>
        <translation>增加的步数：</translation>
    </message>
    <message>
        <source>S&amp;tar</source>
        <translation>星标(&amp;T)</translation>
    </message>
    <message>
        <source>Marks the selected runs with a star, or takes the stars away.</source>
        <translation>为选中的训练加上星标，或取消星标。</translation>
    </message>
    <message>
        <source>Re&amp;name…</source>
        <translation>重命名(&amp;N)…</translation>
    </message>
    <message>
        <source>Gives the run another name. Its folder keeps its own.</source>
        <translation>为训练换一个名称；其文件夹名称不变。</translation>
    </message>
    <message>
        <source>Rename the run</source>
        <translation>重命名训练</translation>
    </message>
    <message>
        <source>Name:</source>
        <translation>名称：</translation>
    </message>
    <message>
        <source>N&amp;ote…</source>
        <translation>备注(&amp;O)…</translation>
    </message>
    <message>
        <source>Keeps a note with the run.</source>
        <translation>为训练保存一条备注。</translation>
    </message>
    <message>
        <source>Note on the run</source>
        <translation>训练备注</translation>
    </message>
    <message>
        <source>Note:</source>
        <translation>备注：</translation>
    </message>
    <message>
        <source>&amp;Delete…</source>
        <translation>删除(&amp;D)…</translation>
    </message>
    <message>
        <source>Moves the selected runs to the trash, with their checkpoints, clips and results.</source>
        <translation>将选中的训练连同检查点、片段和结果移到回收站。</translation>
    </message>
    <message>
        <source>Delete the run?</source>
        <translation>删除训练？</translation>
    </message>
    <message>
        <source>Move “%1” to the trash?</source>
        <translation>将“%1”移到回收站？</translation>
    </message>
    <message>
        <source>Its checkpoints, clips and result go with it: %1, free once the trash is emptied.</source>
        <translation>其检查点、片段和结果将一并移走：清空回收站后可释放 %1。</translation>
    </message>
    <message>
        <source>&amp;Move to trash</source>
        <translation>移到回收站(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Keep the run</source>
        <translation>保留训练(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Compare settings…</source>
        <translation>比较设置(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Loss by clip…</source>
        <translation>各片段的损失(&amp;L)…</translation>
    </message>
    <message>
        <source>Measures which clips the run finds hardest, and selects them in the dataset.</source>
        <translation>测量此训练最难学习的片段，并在数据集中选中它们。</translation>
    </message>
    <message>
        <source>Commands of the run</source>
        <translation>训练的命令</translation>
    </message>
    <message>
        <source>Starred &amp;only</source>
        <translation>仅星标(&amp;O)</translation>
    </message>
    <message>
        <source>Shows only the runs with a star.</source>
        <translation>只显示带星标的训练。</translation>
    </message>
    <message>
        <source>Counting what it takes…</source>
        <translation>正在统计占用的空间…</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n runs?</source>
        <translation>
            <numerusform>删除 %n 个训练？</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n runs to the trash?</source>
        <translation>
            <numerusform>将 %n 个训练移到回收站？</numerusform>
        </translation>
    </message>
    <message>
        <source>Their checkpoints, clips and results go with them: %1, free once the trash is emptied.</source>
        <translation>其检查点、片段和结果会一并移走：共 %1，清空回收站后释放。</translation>
    </message>
    <message>
        <source>&amp;Keep them</source>
        <translation>保留(&amp;K)</translation>
    </message>
    <message>
        <source>Show in &amp;file manager</source>
        <translation>在文件管理器中显示(&amp;F)</translation>
    </message>
    <message>
        <source>Shows the run&apos;s folder in the file manager.</source>
        <translation>在文件管理器中显示运行的文件夹。</translation>
    </message>
    <message>
        <source>Shows the settings in which two runs differ: two that are selected, or one and any other.</source>
        <translation>显示两次运行不同的设置：选中的两次，或一次与任意另一次。</translation>
    </message>
</context>
<context>
    <name>RuntimeDialog</name>
    <message>
        <source>For &amp;NVIDIA cards (CUDA)</source>
        <translation>用于 &amp;NVIDIA 显卡（CUDA）</translation>
    </message>
    <message>
        <source>For the &amp;processor alone</source>
        <translation>仅用于处理器(&amp;P)</translation>
    </message>
    <message>
        <source>Install LibTorch</source>
        <translation>安装 LibTorch</translation>
    </message>
    <message>
        <source>&amp;Install</source>
        <translation>安装(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Progress of the installation</source>
        <translation>安装进度</translation>
    </message>
    <message>
        <source>LibTorch trains and generates. It is fetched from the package index that pip is configured with, checked, and unpacked into your own folder. You can close this dialog meanwhile and work on clips and captions.</source>
        <translation>LibTorch 负责训练和生成。它从 pip 所配置的软件包索引下载，经校验后解压到您自己的文件夹。下载期间可以关闭此对话框，继续处理片段和标注。</translation>
    </message>
    <message>
        <source>Package index</source>
        <translation>软件包索引</translation>
    </message>
    <message>
        <source>The address of another package index. Empty: the one of pip.</source>
        <translation>其他软件包索引的地址。留空则使用 pip 的索引。</translation>
    </message>
    <message>
        <source>as pip is configured</source>
        <translation>按 pip 的配置</translation>
    </message>
    <message>
        <source>Package in&amp;dex</source>
        <translation>软件包索引(&amp;D)</translation>
    </message>
    <message>
        <source>%1 to download, up to %2 in %3, where %4 are free.</source>
        <translation>需下载 %1，最多占用 %3 中的 %2，该处剩余 %4。</translation>
    </message>
    <message>
        <source>%1 are there already.</source>
        <translation>其中 %1 已经下载。</translation>
    </message>
    <message>
        <source>%1 per second</source>
        <translation>每秒 %1</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>Asking the package index…</source>
        <translation>正在查询软件包索引…</translation>
    </message>
    <message>
        <source>LibTorch is installed. An engine that was open before uses it from the next start on.</source>
        <translation>LibTorch 已安装。此前已打开的引擎将从下次启动起使用它。</translation>
    </message>
</context>
<context>
    <name>SamplePanel</name>
    <message>
        <source>Prompt of the clips</source>
        <translation>片段的提示词</translation>
    </message>
    <message>
        <source>Show in Gallery</source>
        <translation>在画廊中显示</translation>
    </message>
    <message>
        <source>Compares this clip with the other ones of the run.</source>
        <translation>将此片段与该训练的其他片段比较。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Closes the player.</source>
        <translation>关闭播放器。</translation>
    </message>
    <message>
        <source>Clips</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>No prompt</source>
        <translation>没有提示词</translation>
    </message>
    <message>
        <source>%1 (seed %2)</source>
        <translation>%1（种子 %2）</translation>
    </message>
    <message>
        <source>Step %1: %2</source>
        <translation>第 %1 步：%2</translation>
    </message>
    <message>
        <source>No clips yet</source>
        <translation>还没有片段</translation>
    </message>
    <message>
        <source>&amp;Play</source>
        <translation>播放(&amp;P)</translation>
    </message>
    <message>
        <source>Show in &amp;Gallery</source>
        <translation>在画廊中显示(&amp;G)</translation>
    </message>
    <message>
        <source>Show in &amp;file manager</source>
        <translation>在文件管理器中显示(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Copy prompt</source>
        <translation>复制提示词(&amp;C)</translation>
    </message>
</context>
<context>
    <name>SampleStrip</name>
    <message>
        <source>Clips of this prompt by step</source>
        <translation>此提示词各步的片段</translation>
    </message>
    <message>
        <source>Arrow keys move between the clips, Return plays one.</source>
        <translation>方向键在片段间移动，回车键播放。</translation>
    </message>
    <message>
        <source>Step %1: %2</source>
        <translation>第 %1 步：%2</translation>
    </message>
</context>
<context>
    <name>SamplingCard</name>
    <message>
        <source>Sampling</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>A new one for each clip</source>
        <translation>每个片段使用新种子</translation>
    </message>
    <message>
        <source>Model default</source>
        <translation>模型默认</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Number of denoising steps. More take longer and give finer results.</source>
        <translation>去噪步数：越多则耗时越长，也越精细。</translation>
    </message>
    <message>
        <source>Guidance</source>
        <translation>引导强度</translation>
    </message>
    <message>
        <source>How closely the clip follows the prompt. 1 or less turns guidance off and halves the time per step.</source>
        <translation>片段遵循提示词的程度。设为 1 或更小则不使用引导，每步耗时减半。</translation>
    </message>
    <message>
        <source>Scheduler</source>
        <translation>调度器</translation>
    </message>
    <message>
        <source>How the noise is removed.</source>
        <translation>去除噪声的方式。</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>A new seed for each clip</source>
        <translation>每个片段使用新种子</translation>
    </message>
    <message>
        <source>The same seed and settings give the same clip. When this is off, further clips use the seeds that follow.</source>
        <translation>种子和设置相同，片段就相同。不启用时，多个片段依次使用后续的种子。</translation>
    </message>
    <message>
        <source>Seed of the first clip. Further clips use the numbers that follow.</source>
        <translation>第一个片段的种子；之后的片段依次使用后续数字。</translation>
    </message>
    <message>
        <source>Clips</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>Number of clips to queue, each with its own seed.</source>
        <translation>加入队列的片段数，每个片段有自己的种子。</translation>
    </message>
</context>
<context>
    <name>SceneCutModel</name>
    <message>
        <source>Cut of %1 at frame %2</source>
        <translation>%1 在第 %2 帧处的切换</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Clip</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>帧</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
</context>
<context>
    <name>SceneReview</name>
    <message>
        <source>Scene cuts</source>
        <translation>场景切换</translation>
    </message>
    <message>
        <source>No scene cuts were found in these clips.</source>
        <translation>在这些片段中未找到场景切换。</translation>
    </message>
    <message>
        <source>Minimum change</source>
        <translation>最小变化</translation>
    </message>
    <message>
        <source>Accepts the cuts at which the picture changes at least that much.</source>
        <translation>接受画面变化至少达到此程度的切换。</translation>
    </message>
    <message>
        <source>&amp;Split</source>
        <translation>拆分(&amp;S)</translation>
    </message>
    <message>
        <source>Split at the accepted cuts</source>
        <translation>在已接受的切换处拆分</translation>
    </message>
    <message>
        <source>&amp;Minimum change</source>
        <translation>最小变化(&amp;L)</translation>
    </message>
    <message numerus="yes">
        <source>%n cuts accepted of %1.</source>
        <translation>
            <numerusform>已接受 %n 处切换，共 %1 处。</numerusform>
        </translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>采纳</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>拒绝</translation>
    </message>
    <message numerus="yes">
        <source>%n clips were not scanned since they were cut: use “Scan clips” first.</source>
        <translation>
            <numerusform>%n 个片段剪切后尚未扫描：请先使用“扫描片段”。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ScrubBar</name>
    <message>
        <source>Position in the clip</source>
        <translation>片段中的位置</translation>
    </message>
    <message>
        <source>Arrow keys move by one frame, Page Up and Page Down by one second.</source>
        <translation>方向键移动一帧，Page Up 和 Page Down 移动一秒。</translation>
    </message>
</context>
<context>
    <name>SetsDialog</name>
    <message>
        <source>Sets</source>
        <translation>集合</translation>
    </message>
    <message>
        <source>No sets yet: every clip counts the same.</source>
        <translation>尚无集合：每个片段分量相同。</translation>
    </message>
    <message>
        <source>&amp;Add a set</source>
        <translation>添加集合(&amp;A)</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>移除(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Without the trigger word</source>
        <translation>不加触发词(&amp;W)</translation>
    </message>
    <message>
        <source>Sets and weights</source>
        <translation>集合与权重</translation>
    </message>
    <message>
        <source>Clips</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>重复次数</translation>
    </message>
    <message>
        <source>Loss weight</source>
        <translation>损失权重</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>份额</translation>
    </message>
    <message>
        <source>Dropped captions</source>
        <translation>丢弃的标注</translation>
    </message>
    <message>
        <source>Regularisation</source>
        <translation>正则化</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>as usual</source>
        <translation>照常</translation>
    </message>
    <message>
        <source>&amp;Clips</source>
        <translation>片段(&amp;C)</translation>
    </message>
    <message>
        <source>A filter as above the list: tag:portrait, name:night/ for a folder, is:image for stills.</source>
        <translation>与列表上方相同的筛选条件：tag:portrait；name:night/ 表示文件夹；is:image 表示静态图像。</translation>
    </message>
    <message>
        <source>&amp;Repeats</source>
        <translation>重复次数(&amp;R)</translation>
    </message>
    <message>
        <source>How often each of these clips is used in an epoch. 0 leaves them out.</source>
        <translation>这些片段在一个轮次 中各使用的次数。0 表示不使用。</translation>
    </message>
    <message>
        <source>&amp;Loss weight</source>
        <translation>损失权重(&amp;L)</translation>
    </message>
    <message>
        <source>How much the loss of these clips counts; 1 is usual.</source>
        <translation>这些片段的损失所占的分量；通常为 1。</translation>
    </message>
    <message>
        <source>&amp;Share of draws</source>
        <translation>抽取份额(&amp;S)</translation>
    </message>
    <message>
        <source>How much of the training these clips are. Clips without a share are used once in an epoch.</source>
        <translation>这些片段在训练中所占的比例。没有份额的片段在一个轮次 中使用一次。</translation>
    </message>
    <message>
        <source>&amp;Dropped captions</source>
        <translation>丢弃的标注(&amp;D)</translation>
    </message>
    <message>
        <source>How often a caption is replaced by the empty one, instead of the run&apos;s own setting.</source>
        <translation>标注被空标注替换的频率，取代运行自身的设置。</translation>
    </message>
    <message>
        <source>For clips of things that the model must not forget: their texts do not get the trigger word. Give their loss a weight as well.</source>
        <translation>用于模型不应遗忘的内容的片段：其文本不加触发词。请同时为其损失设置权重。</translation>
    </message>
    <message>
        <source>Without the trigger word</source>
        <translation>不加触发词</translation>
    </message>
    <message>
        <source>all clips</source>
        <translation>所有片段</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
</context>
<context>
    <name>SettingHelp</name>
    <message>
        <source>About this setting</source>
        <translation>关于此设置</translation>
    </message>
    <message>
        <source>Select a setting to see what it does.</source>
        <translation>选择一项设置即可查看其作用。</translation>
    </message>
    <message>
        <source>Key: %1</source>
        <translation>键名：%1</translation>
    </message>
    <message>
        <source>Values: %1</source>
        <translation>取值：%1</translation>
    </message>
    <message>
        <source>Default: empty</source>
        <translation>默认值：空</translation>
    </message>
    <message>
        <source>Default: %1</source>
        <translation>默认值：%1</translation>
    </message>
    <message>
        <source>In other trainers: %1</source>
        <translation>在其他训练程序中：%1</translation>
    </message>
</context>
<context>
    <name>SettingRow</name>
    <message>
        <source>One per line</source>
        <translation>每行一个</translation>
    </message>
    <message>
        <source>Choose “%1”…</source>
        <translation>选择“%1”…</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Reset to the default: %1</source>
        <translation>恢复默认值：%1</translation>
    </message>
    <message>
        <source>Reset “%1”</source>
        <translation>重置“%1”</translation>
    </message>
    <message>
        <source>Copy the &amp;key “%1”</source>
        <translation>复制键名“%1”(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Help on this setting</source>
        <translation>此设置的帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Reset to the preset “%1”: %2</source>
        <translation>恢复为预设“%1”的值：%2</translation>
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
        <source>System</source>
        <translation>跟随系统</translation>
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
    <message>
        <source>No limit</source>
        <translation>无限制</translation>
    </message>
    <message>
        <source>When the cache grows beyond this, Framewright offers to clean it up.</source>
        <translation>缓存超过此大小时，Framewright 会提示清理。</translation>
    </message>
    <message>
        <source>Cache limit</source>
        <translation>缓存上限</translation>
    </message>
    <message>
        <source>Cache &amp;limit</source>
        <translation>缓存上限(&amp;L)</translation>
    </message>
    <message>
        <source>Latents</source>
        <translation>潜变量</translation>
    </message>
    <message>
        <source>Language of the window; the log file stays English</source>
        <translation>窗口的语言；日志文件仍为英文</translation>
    </message>
</context>
<context>
    <name>SettingsForm</name>
    <message>
        <source>&amp;Advanced settings</source>
        <translation>高级设置(&amp;A)</translation>
    </message>
    <message>
        <source>No setting has this name, here or in other trainers.</source>
        <translation>没有匹配的设置，其他训练程序中也没有。</translation>
    </message>
    <message>
        <source>Search by name, key or a flag of another trainer</source>
        <translation>按名称、键名或其他训练程序的参数搜索</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>搜索设置</translation>
    </message>
    <message>
        <source>Advanced settings</source>
        <translation>高级设置</translation>
    </message>
    <message>
        <source>Shows all settings, not only the most common ones.</source>
        <translation>显示所有设置，而不只是最常用的。</translation>
    </message>
</context>
<context>
    <name>SharedForecast</name>
    <message>
        <source>No forecast: %1</source>
        <translation>没有预测：%1</translation>
    </message>
    <message>
        <source>No forecast: the GPUs are of different kinds.</source>
        <translation>没有预测：这些 GPU 型号不同。</translation>
    </message>
    <message>
        <source>Planning…</source>
        <translation>正在计划…</translation>
    </message>
    <message>
        <source>They share the cores of the processor, and each of them holds the model. There is no forecast of the time.</source>
        <translation>它们分享处理器的核心，每个进程都持有整个模型。没有时间预测。</translation>
    </message>
    <message>
        <source>About %1 for the clip and %2 on each GPU.</source>
        <translation>生成视频约需 %1，每块 GPU 需要 %2。</translation>
    </message>
    <message>
        <source>Based on assumed link speeds; none have been measured.</source>
        <translation>所依据的连接速度没有人测量过。</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Turn videos into a dataset, train a model on it, and review the clips it makes.</source>
        <translation>把视频制作成数据集，用它训练模型，并查看生成的片段。</translation>
    </message>
    <message>
        <source>Resume un&amp;finished jobs</source>
        <translation>继续未完成的任务(&amp;F)</translation>
    </message>
    <message>
        <source>Resumes the runs and queues the jobs that the last session left unfinished.</source>
        <translation>继续上次会话中未完成的运行，并将未完成的任务重新加入队列。</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>还有 %n 个</numerusform>
        </translation>
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
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>run at %1 %</source>
        <translation>训练进度 %1 %</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 和另外 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SweepDialog</name>
    <message>
        <source>Sweep</source>
        <translation>参数扫描</translation>
    </message>
    <message>
        <source>One run is trained for each combination of these values, one after the other. Everything else is as on the Train page.</source>
        <translation>这些值的每种组合各训练一个运行，依次进行。其他设置与“训练”页相同。</translation>
    </message>
    <message>
        <source>&amp;Vary another setting</source>
        <translation>再扫描一项设置(&amp;V)</translation>
    </message>
    <message>
        <source>Add to &amp;queue</source>
        <translation>加入队列(&amp;Q)</translation>
    </message>
    <message>
        <source>Runs are compared by the loss on held-out clips.</source>
        <translation>按留出的片段上的损失比较各运行。</translation>
    </message>
    <message>
        <source>Needs held-out clips and a number of steps instead of epochs.</source>
        <translation>需要留出的片段，并按步数而不是轮数训练。</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Values, separated by commas</source>
        <translation>值，用逗号分隔</translation>
    </message>
    <message>
        <source>Do not vary this setting</source>
        <translation>不扫描此设置</translation>
    </message>
    <message>
        <source>Choose a setting to vary.</source>
        <translation>请选择要扫描的设置。</translation>
    </message>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n 个运行</numerusform>
        </translation>
    </message>
    <message>
        <source>about %1 in all</source>
        <translation>总共约 %1</translation>
    </message>
    <message>
        <source>&amp;Drop worse runs early. Keep one of every</source>
        <translation>提前淘汰较差的运行(&amp;D)。保留一个，每组数量</translation>
    </message>
    <message>
        <source>Runs of which one is kept</source>
        <translation>每保留一个所对应的运行数</translation>
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
        <source>none: LibTorch for the processor is installed</source>
        <translation>无：已安装用于处理器的 LibTorch</translation>
    </message>
    <message>
        <source>none: built for the processor; installers/run.sh builds for NVIDIA cards</source>
        <translation>无：为处理器构建；installers/run.sh 可为 NVIDIA 显卡构建</translation>
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
    <message>
        <source>What fits</source>
        <translation>适合的模型</translation>
    </message>
    <message>
        <source>The sample model, which trains on the processor in minutes. The published models need a GPU.</source>
        <translation>示例模型，几分钟即可用处理器训练。已发布的模型需要 GPU。</translation>
    </message>
    <message>
        <source>The sample model. The published models need more GPU memory.</source>
        <translation>示例模型。已发布的模型需要更多显存。</translation>
    </message>
    <message>
        <source>LoRAs that fit</source>
        <translation>可训练 LoRA 的模型</translation>
    </message>
    <message>
        <source>Full fine-tuning</source>
        <translation>全量微调</translation>
    </message>
</context>
<context>
    <name>TagRow</name>
    <message>
        <source>Add tags</source>
        <translation>添加标签</translation>
    </message>
    <message>
        <source>Gives these tags to all selected clips. Separate several by commas.</source>
        <translation>为所有所选片段添加这些标签。多个标签用逗号分隔。</translation>
    </message>
    <message>
        <source>Tags of the selected clips</source>
        <translation>所选片段的标签</translation>
    </message>
    <message>
        <source>Add tags…</source>
        <translation>添加标签…</translation>
    </message>
    <message>
        <source>Takes the tag from the selected clips.</source>
        <translation>从所选片段移除此标签。</translation>
    </message>
    <message>
        <source>Gives the tag to all selected clips.</source>
        <translation>为所有所选片段添加此标签。</translation>
    </message>
    <message>
        <source>Tag %1, %2 of %3</source>
        <translation>标签 %1，%2 / %3</translation>
    </message>
    <message>
        <source>List clips with this tag</source>
        <translation>列出带有此标签的片段</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Scene cut at frame %1</source>
        <translation>第 %1 帧处的场景切换</translation>
    </message>
    <message>
        <source>Frame %1, %2 s</source>
        <translation>第 %1 帧，%2 秒</translation>
    </message>
    <message>
        <source>First frame of the clip: drag to change it</source>
        <translation>片段的第一帧：拖动可更改</translation>
    </message>
    <message>
        <source>Last frame of the clip: drag to change it</source>
        <translation>片段的最后一帧：拖动可更改</translation>
    </message>
    <message>
        <source>Arrow keys move by one frame, Page Up and Page Down by one second. Drag the two ends to cut the clip. Ctrl and the wheel zoom, Shift and the wheel move what is in view.</source>
        <translation>方向键移动一帧，Page Up 和 Page Down 移动一秒。拖动两端可剪切片段。Ctrl 加滚轮缩放，Shift 加滚轮移动显示范围。</translation>
    </message>
    <message>
        <source>Sample %1 of %2: frames %3 to %4</source>
        <translation>第 %1 个样本，共 %2 个：第 %3 至 %4 帧</translation>
    </message>
    <message numerus="yes">
        <source>%1 s to %2 s: %n frames, %3 s</source>
        <translation>
            <numerusform>%1 秒至 %2 秒：%n 帧，%3 秒</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
</context>
<context>
    <name>TokenBar</name>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>%1 of %2 tokens</source>
        <translation>%1 / %2 个词元</translation>
    </message>
    <message>
        <source>The encoder ignores what is beyond its limit.</source>
        <translation>编码器会忽略超出上限的内容。</translation>
    </message>
    <message>
        <source>Tokens of the caption, with the trigger word, that the encoder reads.</source>
        <translation>编码器读取的标注词元数，包括触发词。</translation>
    </message>
    <message numerus="yes">
        <source>%n too long</source>
        <translation>
            <numerusform>%n 个过长</numerusform>
        </translation>
    </message>
    <message>
        <source>Tokens of the shortest and the longest of the captions, with the trigger word.</source>
        <translation>最短和最长标注的词元数，含触发词。</translation>
    </message>
</context>
<context>
    <name>TrainPage</name>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Choose a preset, change what you like, and start.</source>
        <translation>选择预设，按需更改，然后开始。</translation>
    </message>
    <message>
        <source>In the queue: %1</source>
        <translation>队列中：%1</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>开始(&amp;S)</translation>
    </message>
    <message>
        <source>Freezes the settings and trains with them, ahead of all waiting jobs.</source>
        <translation>固化设置并以其训练，排在所有等待的任务之前。</translation>
    </message>
    <message>
        <source>Add to &amp;queue</source>
        <translation>加入队列(&amp;Q)</translation>
    </message>
    <message>
        <source>Freezes the settings and trains with them, after the waiting jobs.</source>
        <translation>固化设置并以其训练，排在等待的任务之后。</translation>
    </message>
    <message>
        <source>Undoes the last change to a setting.</source>
        <translation>撤销上一次设置更改。</translation>
    </message>
    <message>
        <source>Redoes the change that was undone.</source>
        <translation>重新执行已撤销的更改。</translation>
    </message>
    <message>
        <source>Save as &amp;preset…</source>
        <translation>另存为预设(&amp;P)…</translation>
    </message>
    <message>
        <source>Saves these settings as a preset of your own.</source>
        <translation>将这些设置保存为您自己的预设。</translation>
    </message>
    <message>
        <source>&amp;Fit to my GPU</source>
        <translation>适配我的 GPU(&amp;F)</translation>
    </message>
    <message>
        <source>Finds the fastest memory settings that fit what is free now.</source>
        <translation>找出适合当前空闲内存的最快内存设置。</translation>
    </message>
    <message>
        <source>Search &amp;settings</source>
        <translation>搜索设置(&amp;S)</translation>
    </message>
    <message>
        <source>Moves to the settings search field.</source>
        <translation>跳到设置的搜索框。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Views of the run</source>
        <translation>训练设置的视图</translation>
    </message>
    <message>
        <source>Run file</source>
        <translation>训练配置文件</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>训练列表</translation>
    </message>
    <message>
        <source>Plan and explanation</source>
        <translation>计划与说明</translation>
    </message>
    <message>
        <source>Choose a dataset</source>
        <translation>选择数据集</translation>
    </message>
    <message>
        <source>Use the settings of a run</source>
        <translation>采用某次训练的设置</translation>
    </message>
    <message>
        <source>Use the preset “%1”</source>
        <translation>使用预设“%1”</translation>
    </message>
    <message>
        <source>Use the model&apos;s family and task</source>
        <translation>采用模型的系列和任务类型</translation>
    </message>
    <message>
        <source>The engine is not loaded, so nothing can be trained.</source>
        <translation>引擎未加载：无法训练。</translation>
    </message>
    <message>
        <source>The run file has errors: see the underlined lines.</source>
        <translation>训练配置文件有错误：请查看带下划线的行。</translation>
    </message>
    <message numerus="yes">
        <source>%n settings are missing or wrong.</source>
        <translation>
            <numerusform>%n 项设置缺失或有误。</numerusform>
        </translation>
    </message>
    <message>
        <source>Freezing the run…</source>
        <translation>正在固化训练…</translation>
    </message>
    <message>
        <source>Ready to start.</source>
        <translation>可以开始。</translation>
    </message>
    <message>
        <source>No project is open. Runs are kept in a project, with their datasets, checkpoints and clips.</source>
        <translation>没有打开的项目。训练连同其数据集、检查点和片段都保存在项目中。</translation>
    </message>
    <message>
        <source>&amp;Undo a setting</source>
        <translation>撤销设置(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo a setting</source>
        <translation>重做设置(&amp;R)</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Use the preset&apos;s &amp;buckets</source>
        <translation>使用预设的分桶(&amp;B)</translation>
    </message>
    <message>
        <source>Puts the project&apos;s clips into the buckets that the preset is made for. The Dataset page can undo it.</source>
        <translation>将项目的片段归入该预设所适用的分桶。可在“数据集”页面撤销。</translation>
    </message>
    <message>
        <source>Use the preset&apos;s buckets: %1</source>
        <translation>使用预设的分桶：%1</translation>
    </message>
    <message>
        <source>Update the &amp;dataset</source>
        <translation>更新数据集(&amp;D)</translation>
    </message>
    <message>
        <source>Trains on the project&apos;s clips as they are when the run starts, in place of a dataset that was frozen before.</source>
        <translation>使用训练开始时项目中的片段进行训练，而不是之前冻结的数据集。</translation>
    </message>
    <message>
        <source>Swee&amp;p…</source>
        <translation>参数扫描(&amp;P)…</translation>
    </message>
    <message>
        <source>Trains one run for each combination of some settings&apos; values, and compares them.</source>
        <translation>对若干设置的每种取值组合各训练一个运行，并进行比较。</translation>
    </message>
</context>
<context>
    <name>VideoView</name>
    <message>
        <source>Picture</source>
        <translation>画面</translation>
    </message>
    <message>
        <source>Use the wheel to zoom, drag to pan, and double-click to fit.</source>
        <translation>滚轮缩放，拖动移动画面，双击使画面适合窗口。</translation>
    </message>
</context>
<context>
    <name>WeightRow</name>
    <message>
        <source>Repeats</source>
        <translation>重复次数</translation>
    </message>
    <message>
        <source>How often the selected clips are used in an epoch. 0 leaves them out. At its lowest value the field leaves them to the project&apos;s rules.</source>
        <translation>所选片段在一个轮次 中使用的次数。0 表示不使用。取最小值时，由项目的规则决定。</translation>
    </message>
    <message>
        <source>Loss weight</source>
        <translation>损失权重</translation>
    </message>
    <message>
        <source>How much the loss of the selected clips counts; 1 is usual. At its lowest value the field leaves them to the project&apos;s rules.</source>
        <translation>所选片段的损失所占的分量；通常为 1。取最小值时，由项目的规则决定。</translation>
    </message>
    <message>
        <source>&amp;Repeats</source>
        <translation>重复次数(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Loss weight</source>
        <translation>损失权重(&amp;L)</translation>
    </message>
    <message>
        <source>by the rules</source>
        <translation>按规则</translation>
    </message>
    <message>
        <source>different</source>
        <translation>各不相同</translation>
    </message>
</context>
<context>
    <name>charts</name>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Held-out clips</source>
        <translation>留出的片段</translation>
    </message>
    <message>
        <source>Loss by timestep</source>
        <translation>各时间步的损失</translation>
    </message>
    <message>
        <source>Average loss</source>
        <translation>平均损失</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>梯度范数</translation>
    </message>
    <message>
        <source>Unclipped norm</source>
        <translation>裁剪前的范数</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>每步耗时</translation>
    </message>
    <message>
        <source>s per step</source>
        <translation>每步秒数</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>已保留</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>规划</translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation>主机内存</translation>
    </message>
    <message>
        <source>This process</source>
        <translation>本进程</translation>
    </message>
    <message>
        <source>Process %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>Memory of each process</source>
        <translation>各进程内存</translation>
    </message>
    <message>
        <source>Time of each process</source>
        <translation>各进程用时</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>声音</translation>
    </message>
</context>
<context>
    <name>edits</name>
    <message>
        <source>Edit a caption</source>
        <translation>编辑标注</translation>
    </message>
    <message>
        <source>Remove captions</source>
        <translation>移除标注</translation>
    </message>
    <message>
        <source>Find and replace in captions</source>
        <translation>在标注中查找并替换</translation>
    </message>
    <message>
        <source>Add a prefix to captions</source>
        <translation>为标注添加前缀</translation>
    </message>
    <message>
        <source>Add a suffix to captions</source>
        <translation>为标注添加后缀</translation>
    </message>
    <message>
        <source>Caption clips with a captioner</source>
        <translation>用标注生成程序为片段添加标注</translation>
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
    <message>
        <source>Edit captions</source>
        <translation>编辑标注</translation>
    </message>
    <message>
        <source>Propose captions</source>
        <translation>建议标注</translation>
    </message>
    <message>
        <source>Accept proposed captions</source>
        <translation>采纳建议的标注</translation>
    </message>
    <message>
        <source>Accept a proposed caption</source>
        <translation>采纳建议的标注</translation>
    </message>
    <message>
        <source>Refuse proposed captions</source>
        <translation>拒绝建议的标注</translation>
    </message>
    <message>
        <source>Edit a proposed caption</source>
        <translation>编辑建议的标注</translation>
    </message>
    <message>
        <source>Change the rules for captions</source>
        <translation>更改标注规则</translation>
    </message>
    <message>
        <source>Add a caption</source>
        <translation>添加标注</translation>
    </message>
    <message>
        <source>Change repeats</source>
        <translation>更改重复次数</translation>
    </message>
    <message>
        <source>Change the weights of sets</source>
        <translation>更改集合的权重</translation>
    </message>
    <message>
        <source>Change loss weights</source>
        <translation>更改损失权重</translation>
    </message>
</context>
<context>
    <name>errors</name>
    <message>
        <source>Start several: framewright-cli launch --nproc 8 -- bench links</source>
        <translation>请启动多个：framewright-cli launch --nproc 8 -- bench links</translation>
    </message>
    <message>
        <source>Links are measured between processes, and this one is alone.</source>
        <translation>连接在进程之间测量，而这里只有一个进程。</translation>
    </message>
    <message>
        <source>Ranks are counted from 0; 1024 are planned at most.</source>
        <translation>编号从 0 开始；最多规划 1024 个。</translation>
    </message>
    <message>
        <source>There is no rank {rank} of {ranks}.</source>
        <translation>{ranks} 个进程中没有第 {rank} 号。</translation>
    </message>
    <message>
        <source>Write NxCARD, such as 8xL40, or for several machines MACHINESxNxCARD, such as 2x8xH100; {most} cards at most.</source>
        <translation>请写成“数量x显卡”，例如 8xL40；多台机器写成“机器数x数量x显卡”，例如 2x8xH100；最多 {most} 张。</translation>
    </message>
    <message>
        <source>“{cards}” names no cards.</source>
        <translation>“{cards}”不是显卡的写法。</translation>
    </message>
    <message>
        <source>Measure them: framewright-cli launch --nproc 8 -- bench links</source>
        <translation>请测量：framewright-cli launch --nproc 8 -- bench links</translation>
    </message>
    <message>
        <source>{file} holds no measured links: {reason}</source>
        <translation>{file} 中没有测得的连接数据：{reason}</translation>
    </message>
    <message>
        <source>{file} could not be written ({step}): {reason}.</source>
        <translation>无法写入 {file}（{step}）：{reason}。</translation>
    </message>
    <message>
        <source>Check the free space and the permissions of its folder. The old file, if any, is unchanged.</source>
        <translation>请检查剩余空间和所在文件夹的权限。原有文件（如果存在）未被改动。</translation>
    </message>
    <message>
        <source>{file} could not be read: {reason}.</source>
        <translation>无法读取 {file}：{reason}。</translation>
    </message>
    <message>
        <source>Check that the file exists and that you have permission to read it.</source>
        <translation>请检查文件是否存在，以及您是否有权读取。</translation>
    </message>
    <message>
        <source>{file} is larger than {limit} bytes, which no file of its kind should be.</source>
        <translation>{file} 超过 {limit} 字节，同类文件不会有这么大。</translation>
    </message>
    <message>
        <source>It may be damaged, or not the right file.</source>
        <translation>文件可能已损坏，或选错了文件。</translation>
    </message>
    <message>
        <source>The filter has more than {limit} terms.</source>
        <translation>筛选条件超过 {limit} 项。</translation>
    </message>
    <message>
        <source>Put words that belong together in quotes.</source>
        <translation>请用引号把属于一起的词括起来。</translation>
    </message>
    <message>
        <source>{file} cannot be locked: {reason}.</source>
        <translation>无法锁定 {file}：{reason}。</translation>
    </message>
    <message>
        <source>Check that you have permission to write to its folder and that its file system supports locks.</source>
        <translation>请检查您是否有权写入其所在文件夹，以及文件系统是否支持文件锁。</translation>
    </message>
    <message>
        <source>The folder {folder} cannot be used: {reason}.</source>
        <translation>文件夹 {folder} 无法使用：{reason}。</translation>
    </message>
    <message>
        <source>Check its permissions and the free space, or set {variable}.</source>
        <translation>请检查其权限和剩余空间，或设置 {variable}。</translation>
    </message>
    <message>
        <source>{file}, line {line}: not a training sample ({reason}).</source>
        <translation>{file} 第 {line} 行：不是训练样本（{reason}）。</translation>
    </message>
    <message>
        <source>The file is written when a run is queued and is not meant to be edited: queue the run again.</source>
        <translation>此文件在训练加入队列时写入，不应手动编辑：请重新将训练加入队列。</translation>
    </message>
    <message>
        <source>{device} gives wrong results: a matrix product is off by {error} (relative).</source>
        <translation>{device} 计算有误：矩阵乘法的相对误差为 {error}。</translation>
    </message>
    <message>
        <source>Update its driver; if that does not help, the device may be damaged or overclocked.</source>
        <translation>请更新其驱动；如果仍无改善，设备可能已损坏或处于超频状态。</translation>
    </message>
    <message>
        <source>The GPU reported an error: {what}.</source>
        <translation>GPU 报告错误：{what}。</translation>
    </message>
    <message>
        <source>LibTorch reported an error: {what}.</source>
        <translation>LibTorch 报告错误：{what}。</translation>
    </message>
    <message>
        <source>This is a bug in Framewright: please report it with the log file.</source>
        <translation>这是 Framewright 自身的错误：请附上日志文件报告此问题。</translation>
    </message>
    <message>
        <source>Program and engine are of different versions: update both.</source>
        <translation>程序与引擎的版本不一致：请将两者都更新。</translation>
    </message>
    <message>
        <source>The engine {file} is missing.</source>
        <translation>找不到引擎 {file}。</translation>
    </message>
    <message>
        <source>Run installers/run.sh again: it fetches LibTorch and builds the engine.</source>
        <translation>请重新运行 installers/run.sh，它会下载 LibTorch 并构建引擎。</translation>
    </message>
    <message>
        <source>The engine {file} cannot be opened: {reason}.</source>
        <translation>无法打开引擎 {file}：{reason}。</translation>
    </message>
    <message>
        <source>LibTorch is missing or damaged. Run installers/run.sh again to repair it.</source>
        <translation>LibTorch 缺失或已损坏。请重新运行 installers/run.sh，它会修复 LibTorch 和引擎。</translation>
    </message>
    <message>
        <source>The part of the engine for NVIDIA cards cannot be opened: {reason}.</source>
        <translation>无法打开引擎中用于 NVIDIA 显卡的部分：{reason}。</translation>
    </message>
    <message>
        <source>LibTorch is damaged, or not the one that Framewright was built with. Install it again.</source>
        <translation>LibTorch 已损坏，或不是构建 Framewright 时所用的版本。请重新安装。</translation>
    </message>
    <message>
        <source>The engine {file} belongs to another version of Framewright.</source>
        <translation>引擎 {file} 属于另一个版本的 Framewright。</translation>
    </message>
    <message>
        <source>Run installers/run.sh again: it builds program and engine together.</source>
        <translation>请重新运行 installers/run.sh，它会同时构建程序和引擎。</translation>
    </message>
    <message>
        <source>The computer is out of memory.</source>
        <translation>计算机内存不足。</translation>
    </message>
    <message>
        <source>Close other programs, or choose smaller sizes.</source>
        <translation>请关闭其他程序，或选择更小的尺寸。</translation>
    </message>
    <message>
        <source>The job failed with an unexpected error: {what}.</source>
        <translation>任务因意外错误而失败：{what}。</translation>
    </message>
    <message>
        <source>Check that its drive is connected and that you have permission to use the file and its folder.</source>
        <translation>请检查所在驱动器是否已连接，以及您是否有权使用该文件及其文件夹。</translation>
    </message>
    <message>
        <source>Jobs of kind “{kind}” cannot be run here.</source>
        <translation>此处无法运行“{kind}”类型的任务。</translation>
    </message>
    <message>
        <source>The engine is not loaded: “framewright-cli info” says why.</source>
        <translation>引擎未加载：运行“framewright-cli info”可查看原因。</translation>
    </message>
    <message>
        <source>Job {job} does not exist.</source>
        <translation>没有任务 {job}。</translation>
    </message>
    <message>
        <source>Job {job} is {state}: “{verb}” cannot be done now.</source>
        <translation>任务 {job} 的状态为 {state}，现在无法执行“{verb}”。</translation>
    </message>
    <message>
        <source>Jobs of kind “{kind}” do not support “{verb}”.</source>
        <translation>“{kind}”类型的任务不支持“{verb}”。</translation>
    </message>
    <message>
        <source>No NVIDIA driver was found, so the CPU is used.</source>
        <translation>未找到 NVIDIA 驱动，因此使用 CPU。</translation>
    </message>
    <message>
        <source>With an NVIDIA card: install driver {minimum} or newer (Debian: nvidia-driver) and restart.</source>
        <translation>如果有 NVIDIA 显卡：请安装 {minimum} 或更高版本的驱动（Debian：nvidia-driver），然后重新启动。</translation>
    </message>
    <message>
        <source>The NVIDIA driver {driver} is too old, so the CPU is used.</source>
        <translation>NVIDIA 驱动 {driver} 版本过旧，因此使用 CPU。</translation>
    </message>
    <message>
        <source>Install driver {minimum} or newer and restart.</source>
        <translation>请安装 {minimum} 或更高版本的驱动，然后重新启动。</translation>
    </message>
    <message>
        <source>{file} could not be opened: {reason}.</source>
        <translation>无法打开 {file}：{reason}。</translation>
    </message>
    <message>
        <source>Tensor {tensor} could not be read from {file}: {reason}.</source>
        <translation>无法从 {file} 中读取张量 {tensor}：{reason}。</translation>
    </message>
    <message>
        <source>Check the disk, and that nothing changes the file while it is read.</source>
        <translation>请检查磁盘，并确保读取期间没有程序修改该文件。</translation>
    </message>
    <message>
        <source>The file is damaged or not a safetensors file: copy, download or save it again.</source>
        <translation>文件已损坏，或者不是 safetensors 文件：请重新复制、下载或保存。</translation>
    </message>
    <message>
        <source>{file} is cut short: it has {size} bytes, its length field and header need {expected}.</source>
        <translation>{file} 不完整：文件只有 {size} 字节，而按其长度字段和文件头应有 {expected} 字节。</translation>
    </message>
    <message>
        <source>{file} claims a header of {length} bytes; the format allows {limit}.</source>
        <translation>{file} 声明的文件头长度为 {length} 字节，而格式最多允许 {limit} 字节。</translation>
    </message>
    <message>
        <source>The header of {file} is not valid JSON (at byte {position}).</source>
        <translation>{file} 的文件头不是有效的 JSON（位于第 {position} 字节）。</translation>
    </message>
    <message>
        <source>The header of {file} is not a JSON object of tensors: found {found} at {place}.</source>
        <translation>{file} 的文件头不是由张量组成的 JSON 对象：在 {place} 处发现 {found}。</translation>
    </message>
    <message>
        <source>The metadata of {file} must be strings, but {key} is {found}.</source>
        <translation>{file} 的元数据必须是字符串，但 {key} 是 {found}。</translation>
    </message>
    <message>
        <source>{file} lists {name} twice.</source>
        <translation>{file} 中重复列出了 {name}。</translation>
    </message>
    <message>
        <source>{file}: {field} of tensor {tensor} must be {expected}, but is {found}.</source>
        <translation>{file}：张量 {tensor} 的 {field} 必须是 {expected}，实际却是 {found}。</translation>
    </message>
    <message>
        <source>{file}: tensor {tensor} has an unknown field {field}.</source>
        <translation>{file}：张量 {tensor} 含有未知字段 {field}。</translation>
    </message>
    <message>
        <source>{file}: tensor {tensor} has no {field}.</source>
        <translation>{file}：张量 {tensor} 缺少 {field}。</translation>
    </message>
    <message>
        <source>{file}: tensor {tensor} has the data type {dtype}, which is not supported.</source>
        <translation>{file}：张量 {tensor} 的数据类型为 {dtype}，不受支持。</translation>
    </message>
    <message>
        <source>Convert the file to F32, F16 or BF16.</source>
        <translation>请将文件转换为 F32、F16 或 BF16。</translation>
    </message>
    <message>
        <source>{file}: the shape {shape} of tensor {tensor} is larger than any file can be.</source>
        <translation>{file}：张量 {tensor} 的形状 {shape} 超出了任何文件可能的大小。</translation>
    </message>
    <message>
        <source>{file}: tensor {tensor} of type {dtype} and shape {shape} needs {expected} bytes, but its offsets {begin} to {end} do not span that many.</source>
        <translation>{file}：类型为 {dtype}、形状为 {shape} 的张量 {tensor} 需要 {expected} 字节，但其偏移量 {begin} 到 {end} 的跨度与此不符。</translation>
    </message>
    <message>
        <source>{file} is cut short: tensor {tensor} ends at byte {end} of the data, which has {size}.</source>
        <translation>{file} 不完整：张量 {tensor} 结束于数据区的第 {end} 字节，而数据区只有 {size} 字节。</translation>
    </message>
    <message>
        <source>{file}: the data of tensors {tensor} and {other} overlap.</source>
        <translation>{file}：张量 {tensor} 与 {other} 的数据相互重叠。</translation>
    </message>
    <message>
        <source>{file}: {count} {count:byte|bytes} of data after tensor {tensor} {count:belongs|belong} to no tensor.</source>
        <translation>{file}：张量 {tensor} 之后有 {count} 字节数据不属于任何张量。</translation>
    </message>
    <message>
        <source>{folder} holds no safetensors weights.</source>
        <translation>{folder} 中没有 safetensors 权重。</translation>
    </message>
    <message>
        <source>{folder} holds several weight files and none has a usual name: {files}.</source>
        <translation>{folder} 中有多个权重文件，且没有一个使用常见的名称：{files}。</translation>
    </message>
    <message>
        <source>Name the file to use itself instead of its folder.</source>
        <translation>请直接指定要使用的文件，而不是其所在文件夹。</translation>
    </message>
    <message>
        <source>{file} is not a shard index: {reason}.</source>
        <translation>{file} 不是分片索引：{reason}。</translation>
    </message>
    <message>
        <source>Download the file again.</source>
        <translation>请重新下载该文件。</translation>
    </message>
    <message>
        <source>{file} names files that are not there: {missing}.</source>
        <translation>{file} 中列出的文件不存在：{missing}。</translation>
    </message>
    <message>
        <source>Download the missing files into the same folder.</source>
        <translation>请将缺失的文件下载到同一文件夹。</translation>
    </message>
    <message>
        <source>{file} lists {count} {count:tensor|tensors} that its files do not contain: {missing}.</source>
        <translation>{file} 列出了 {count} 个张量，但各文件中并不包含它们：{missing}。</translation>
    </message>
    <message>
        <source>Index and files are not of one checkpoint: download them again.</source>
        <translation>索引与文件不属于同一个检查点：请重新下载。</translation>
    </message>
    <message>
        <source>{file} has no tensor named {tensor}.</source>
        <translation>{file} 中没有名为 {tensor} 的张量。</translation>
    </message>
    <message>
        <source>Check that the file belongs to this model.</source>
        <translation>请检查该文件是否属于此模型。</translation>
    </message>
    <message>
        <source>This computer has no device “{device}”.</source>
        <translation>本机没有设备“{device}”。</translation>
    </message>
    <message>
        <source>Available devices: {devices}.</source>
        <translation>本机可用的设备：{devices}。</translation>
    </message>
    <message>
        <source>The LoRA does not fit this model: {problems}.</source>
        <translation>此 LoRA 与该模型不匹配：{problems}。</translation>
    </message>
    <message>
        <source>Use it with the model that it was trained on.</source>
        <translation>请将它用于训练时所用的模型。</translation>
    </message>
    <message>
        <source>{tensor} contains {count} {count:value that is|values that are} not finite.</source>
        <translation>{tensor} 中有 {count} 个值不是有限数。</translation>
    </message>
    <message>
        <source>The file is unusable. Go back to an older checkpoint and lower the learning rate.</source>
        <translation>此文件已无法使用。请退回到更早的检查点，并降低学习率。</translation>
    </message>
    <message>
        <source>{tensor} is all zeros.</source>
        <translation>{tensor} 全部为零。</translation>
    </message>
    <message>
        <source>It has not been trained. Check the learning rate, its warm-up and the adapted modules.</source>
        <translation>它没有得到训练：请检查学习率、预热步数和目标模块。</translation>
    </message>
    <message>
        <source>{tensor} is {ratio} times as large as tensors of its kind are (root mean square {rms}).</source>
        <translation>{tensor} 的数值是同类张量的 {ratio} 倍（均方根 {rms}）。</translation>
    </message>
    <message>
        <source>The run may be diverging. Check the clips before you continue.</source>
        <translation>训练可能正在该处发散。继续之前请先查看生成的片段。</translation>
    </message>
    <message>
        <source>{file} is not a LoRA for this model: {problems}.</source>
        <translation>{file} 不是该模型的 LoRA：{problems}。</translation>
    </message>
    <message>
        <source>{folder} already exists.</source>
        <translation>{folder} 已存在。</translation>
    </message>
    <message>
        <source>Choose a new folder.</source>
        <translation>请选择一个新文件夹。</translation>
    </message>
    <message>
        <source>&quot;{pattern}&quot; is not a regular expression: {reason}.</source>
        <translation>“{pattern}”不是正则表达式：{reason}。</translation>
    </message>
    <message>
        <source>Give the end of a module&apos;s name, such as to_q, or correct the expression.</source>
        <translation>请填写模块名称的末尾部分，例如 to_q，或修正该表达式。</translation>
    </message>
    <message>
        <source>No module of this model matches {patterns}.</source>
        <translation>该模型中没有与 {patterns} 匹配的模块。</translation>
    </message>
    <message>
        <source>Its linear layers have names like these: {examples}.</source>
        <translation>其线性层的名称形如：{examples}。</translation>
    </message>
    <message>
        <source>No bucket has been chosen.</source>
        <translation>尚未选择分桶。</translation>
    </message>
    <message>
        <source>Give buckets as FxHxW, or have them suggested.</source>
        <translation>请以 FxHxW 的形式指定分桶，或使用自动推荐的分桶。</translation>
    </message>
    <message>
        <source>Clip {clip} has {frames} {frames:frame|frames}, but the shortest bucket needs {needed}.</source>
        <translation>片段 {clip} 有 {frames} 帧，而最短的分桶需要 {needed} 帧。</translation>
    </message>
    <message>
        <source>Add a bucket with fewer frames, or remove the clip.</source>
        <translation>请添加帧数更少的分桶，或移除该片段。</translation>
    </message>
    <message>
        <source>Clip {clip} is a single frame and no bucket has one frame.</source>
        <translation>片段 {clip} 只有一帧，而没有单帧的分桶。</translation>
    </message>
    <message>
        <source>Add a bucket of one frame, or remove the clip.</source>
        <translation>请添加单帧分桶，或移除该片段。</translation>
    </message>
    <message>
        <source>Clip {clip} has {frames} {frames:frame|frames} and cannot fill the bucket {bucket} chosen for it.</source>
        <translation>片段 {clip} 有 {frames} 帧，无法填满为其选择的分桶 {bucket}。</translation>
    </message>
    <message>
        <source>Choose another bucket for it, or none.</source>
        <translation>请为它选择其他分桶，或不指定分桶。</translation>
    </message>
    <message>
        <source>{clips} of {all} clips {clips:fits|fit} no bucket and will not be used for training.</source>
        <translation>共 {all} 个片段，其中 {clips} 个不适合任何分桶，将不参与训练。</translation>
    </message>
    <message>
        <source>Add a bucket with fewer frames, or remove the clips.</source>
        <translation>请添加帧数更少的分桶，或移除这些片段。</translation>
    </message>
    <message>
        <source>The bucket {bucket} has {samples} {samples:sample|samples}, fewer than a batch of {batch}.</source>
        <translation>分桶 {bucket} 只有 {samples} 个样本，少于批次大小 {batch}。</translation>
    </message>
    <message>
        <source>Its samples are trained in smaller batches. Remove the bucket, add clips, or lower the batch size.</source>
        <translation>这些样本会以较小的批次参与训练：请移除该分桶、添加片段或减小批次大小。</translation>
    </message>
    <message>
        <source>{clips} {clips:clip is smaller than its bucket|clips are smaller than their bucket} and will be enlarged, up to {scale} times.</source>
        <translation>{clips} 个片段小于所属的分桶，将被放大，最多放大到 {scale} 倍。</translation>
    </message>
    <message>
        <source>Add a smaller bucket or remove the clips: the model would learn the blur, too.</source>
        <translation>请添加更小的分桶或移除这些片段：模型会把模糊一并学进去。</translation>
    </message>
    <message>
        <source>{clips} {clips:clip loses|clips lose} more than {limit}% of {clips:its|their} picture; clip {clip} loses the most, {share}%.</source>
        <translation>{clips} 个片段的画面损失超过 {limit}%，其中片段 {clip} 损失最多，为 {share}%。</translation>
    </message>
    <message>
        <source>Add a bucket closer to their aspect ratio, or crop them yourself.</source>
        <translation>请添加更接近其宽高比的分桶，或手动裁剪这些片段。</translation>
    </message>
    <message>
        <source>The clips run at {lowest} to {highest} fps and are not resampled, so motion would differ in speed.</source>
        <translation>各片段的帧率从每秒 {lowest} 帧到 {highest} 帧不等，且未重采样，运动的快慢会不一致。</translation>
    </message>
    <message>
        <source>Set a frame rate to resample all clips to.</source>
        <translation>请设置一个帧率，将所有片段重采样到该帧率。</translation>
    </message>
    <message>
        <source>{clips} {clips:clip runs|clips run} at less than {fps} fps (clip {clip}: {lowest}): frames would be repeated and motion would stutter.</source>
        <translation>{clips} 个片段的帧率低于每秒 {fps} 帧（片段 {clip}：{lowest}）：帧会重复，运动会卡顿。</translation>
    </message>
    <message>
        <source>Remove these clips, or train at a lower frame rate.</source>
        <translation>请移除这些片段，或以更低的帧率训练。</translation>
    </message>
    <message>
        <source>{model} accepts heights and widths that are multiples of {multiple}, and {counts} frames. It was trained on {trained} frames, at {fps} fps and up to {height}x{width}.</source>
        <translation>{model} 要求高度和宽度为 {multiple} 的倍数，帧数为 {counts}；其训练所用帧数为 {trained}，帧率为每秒 {fps} 帧，最大尺寸为 {height}x{width}。</translation>
    </message>
    <message>
        <source>{model} accepts only {height}x{width}, the size that it learned its position embeddings for, and {counts} frames. It was trained on {trained} frames, at {fps} fps.</source>
        <translation>{model} 只支持 {height}x{width}，其位置嵌入仅针对此尺寸学习，帧数为 {counts}；其训练所用帧数为 {trained}，帧率为每秒 {fps} 帧。</translation>
    </message>
    <message>
        <source>A sample may have {megapixels} million pixels (frames x height x width).</source>
        <translation>单个样本最多可有 {megapixels} 百万像素（帧数 x 高度 x 宽度）。</translation>
    </message>
    <message>
        <source>{vram} of device memory should allow about {megapixels} million pixels (frames x height x width) per sample at a batch size of {batch}.</source>
        <translation>在批次大小为 {batch} 时，{vram} 显存大约可容纳每个样本 {megapixels} 百万像素（帧数 x 高度 x 宽度）。</translation>
    </message>
    <message>
        <source>{buckets}: {clips} of {all} clips {clips:fits|fit} a bucket and {clips:keeps|keep} {picture}% of the picture and {frames}% of the frames.</source>
        <translation>{buckets}：共 {all} 个片段，其中 {clips} 个能归入分桶，保留 {picture}% 的画面和 {frames}% 的帧。</translation>
    </message>
    <message>
        <source>No bucket fits: the clips are shorter than {fewest} frames, or the budget is too small for {least}.</source>
        <translation>没有适合的分桶：片段不足 {fewest} 帧，或者预算太小，容不下 {least}。</translation>
    </message>
    <message>
        <source>Add longer clips, or raise the budget.</source>
        <translation>请添加更长的片段，或提高预算。</translation>
    </message>
    <message>
        <source>Bucket {bucket}: {model} needs heights and widths that are multiples of {multiple}.</source>
        <translation>分桶 {bucket}：{model} 要求高度和宽度为 {multiple} 的倍数。</translation>
    </message>
    <message>
        <source>The nearest is {nearest}.</source>
        <translation>最接近的是 {nearest}。</translation>
    </message>
    <message>
        <source>Bucket {bucket}: {model} only supports {nearest}.</source>
        <translation>分桶 {bucket}：{model} 只接受 {nearest}。</translation>
    </message>
    <message>
        <source>Its position embeddings were learned for this size only.</source>
        <translation>其位置嵌入是仅针对这一尺寸学习的。</translation>
    </message>
    <message>
        <source>Bucket {bucket}: {model} needs {counts} frames.</source>
        <translation>分桶 {bucket}：{model} 要求帧数为 {counts}。</translation>
    </message>
    <message>
        <source>Bucket {bucket}: {model} was trained on {trained} frames.</source>
        <translation>分桶 {bucket}：{model} 训练所用的帧数为 {trained}。</translation>
    </message>
    <message>
        <source>It works, but the model was trained on {nearest}.</source>
        <translation>可以运行，但模型熟悉的是 {nearest}。</translation>
    </message>
    <message>
        <source>{flag}: &quot;{value}&quot; is not a bucket.</source>
        <translation>{flag}：“{value}”不是分桶。</translation>
    </message>
    <message>
        <source>Write frames, height and width as 49x480x720.</source>
        <translation>请按 49x480x720 的形式写出帧数、高度和宽度。</translation>
    </message>
    <message>
        <source>{flag}: &quot;{value}&quot; is not a positive whole number.</source>
        <translation>{flag}：“{value}”不是正整数。</translation>
    </message>
    <message>
        <source>{flag} is missing: frames, heights and widths are needed together to make buckets.</source>
        <translation>缺少 {flag}：帧数、高度和宽度三者齐全才能组成分桶。</translation>
    </message>
    <message>
        <source>Give all three lists, or only video_resolution_buckets.</source>
        <translation>请同时给出这三个列表，或只给出 video_resolution_buckets。</translation>
    </message>
    <message>
        <source>{file} is missing.</source>
        <translation>缺少 {file}。</translation>
    </message>
    <message>
        <source>Give a model folder in diffusers layout: it contains model_index.json, transformer, vae, text_encoder, tokenizer and scheduler.</source>
        <translation>请指定采用 diffusers 目录结构的模型文件夹，其中应有 model_index.json、transformer、vae、text_encoder、tokenizer 和 scheduler。</translation>
    </message>
    <message>
        <source>{file} is not a model&apos;s configuration: {reason}.</source>
        <translation>{file} 不是模型配置：{reason}。</translation>
    </message>
    <message>
        <source>{folder} contains a {class}, which is not supported.</source>
        <translation>{folder} 中是 {class}，不受支持。</translation>
    </message>
    <message>
        <source>{model} needs heights and widths that are multiples of {multiple}, not {height}x{width}.</source>
        <translation>{model} 生成的片段，其高度和宽度须为 {multiple} 的倍数，不能是 {height}x{width}。</translation>
    </message>
    <message>
        <source>The nearest heights are: {heights}. The nearest widths are: {widths}.</source>
        <translation>最接近的高度：{heights}。最接近的宽度：{widths}。</translation>
    </message>
    <message>
        <source>{model} only makes clips of {nearest} (height x width), not {height}x{width}.</source>
        <translation>{model} 只能生成 {nearest}（高度 x 宽度）的片段，不能生成 {height}x{width}。</translation>
    </message>
    <message>
        <source>{model} makes clips of {counts} frames, not {frames}.</source>
        <translation>{model} 生成的片段帧数须为 {counts}，不能是 {frames}。</translation>
    </message>
    <message>
        <source>The nearest values are {nearest}.</source>
        <translation>最接近的是：{nearest}。</translation>
    </message>
    <message>
        <source>{size} (frames x height x width) is not a valid clip size.</source>
        <translation>{size}（帧数 x 高度 x 宽度）不是有效的片段尺寸。</translation>
    </message>
    <message>
        <source>Each number must be from 1 to {limit}.</source>
        <translation>每个数值必须在 1 到 {limit} 之间。</translation>
    </message>
    <message>
        <source>--{flag} {value}: no setting has this name.</source>
        <translation>--{flag} {value}：没有这个名称的设置。</translation>
    </message>
    <message>
        <source>Look it up by its purpose in the settings reference.</source>
        <translation>请在设置参考页中按用途查找。</translation>
    </message>
    <message>
        <source>--{flag} {value}: not a valid value for {key}.</source>
        <translation>--{flag} {value}：不能用作 {key} 的值。</translation>
    </message>
    <message>
        <source>It must be a {type} {limits}; the default is used.</source>
        <translation>它必须是 {type} {limits}；已改用默认值。</translation>
    </message>
    <message>
        <source>--{flag} {value}: not part of a run file.</source>
        <translation>--{flag} {value}：不属于训练配置文件的内容。</translation>
    </message>
    <message>
        <source>{advice}</source>
        <translation>{advice}</translation>
    </message>
    <message>
        <source>{file}, line {line}: {what}.</source>
        <translation>{file} 第 {line} 行：{what}。</translation>
    </message>
    <message>
        <source>Import the videos with `framewright-cli dataset import` and freeze them with `precompute`.</source>
        <translation>请用 `framewright-cli dataset import` 导入视频，再用 `precompute` 将其固化。</translation>
    </message>
    <message>
        <source>Latents and embeddings are always precomputed by `framewright-cli precompute`.</source>
        <translation>潜变量和嵌入始终由 `framewright-cli precompute` 预先计算。</translation>
    </message>
    <message>
        <source>Metrics are kept in the project, as TensorBoard files and as CSV.</source>
        <translation>曲线保存在项目中，格式为 TensorBoard 文件和 CSV。</translation>
    </message>
    <message>
        <source>Framewright needs no setting for it.</source>
        <translation>此处无需为它设置任何内容。</translation>
    </message>
    <message>
        <source>It applies to models that this version does not train.</source>
        <translation>它属于此版本不支持训练的模型。</translation>
    </message>
    <message>
        <source>Nothing is uploaded.</source>
        <translation>不会上传任何内容。</translation>
    </message>
    <message>
        <source>See training.mixed_precision.</source>
        <translation>参见 training.mixed_precision。</translation>
    </message>
    <message>
        <source>See validation.offload; model is the default.</source>
        <translation>参见 validation.offload；默认值为 model。</translation>
    </message>
    <message>
        <source>Give --resume latest on the command line.</source>
        <translation>请在命令行中使用 --resume latest。</translation>
    </message>
    <message>
        <source>The model is a folder on disk. Choose its version when you download it.</source>
        <translation>模型是磁盘上的文件夹：请在下载时选择版本。</translation>
    </message>
    <message>
        <source>See run.allow_tf32.</source>
        <translation>参见 run.allow_tf32。</translation>
    </message>
    <message>
        <source>Put the prompts into validation.validation_prompts.</source>
        <translation>请将提示词写入 validation.validation_prompts。</translation>
    </message>
    <message>
        <source>Put the scaled rate into optimizer.lr yourself.</source>
        <translation>请自行将缩放后的学习率写入 optimizer.lr。</translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: {reason}.</source>
        <translation>{file}:{line}:{column}：{reason}。</translation>
    </message>
    <message>
        <source>Run files are TOML: key = value, text in quotes.</source>
        <translation>训练配置文件采用 TOML 格式：key = value，文本需加引号。</translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: unknown setting {key}.</source>
        <translation>{file}:{line}:{column}：未知的设置 {key}。</translation>
    </message>
    <message>
        <source>The settings reference lists all settings.</source>
        <translation>设置参考页列出了所有设置。</translation>
    </message>
    <message>
        <source>Did you mean {nearest}?</source>
        <translation>您是不是想写 {nearest}？</translation>
    </message>
    <message>
        <source>For example: {example}</source>
        <translation>例如：{example}</translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: {key} cannot be {value}.</source>
        <translation>{file}:{line}:{column}：{key} 不能是 {value}。</translation>
    </message>
    <message>
        <source>It must be {limits}.</source>
        <translation>取值要求：{limits}。</translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: {key}: &quot;{value}&quot; is not a {wanted}.</source>
        <translation>{file}:{line}:{column}：{key}：“{value}”不是有效的 {wanted}。</translation>
    </message>
    <message>
        <source>An example: {example}</source>
        <translation>示例：{example}</translation>
    </message>
    <message>
        <source>{file}: {key} is missing.</source>
        <translation>{file}：缺少 {key}。</translation>
    </message>
    <message>
        <source>Add it: {explanation}</source>
        <translation>请添加此项：{explanation}</translation>
    </message>
    <message>
        <source>{file}: the run has no end.</source>
        <translation>{file}：运行没有终点。</translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: {key} does nothing in this run.</source>
        <translation>{file}:{line}:{column}：{key} 在本次训练中不起作用。</translation>
    </message>
    <message>
        <source>It is only used when {condition}.</source>
        <translation>它仅在 {condition} 时生效。</translation>
    </message>
    <message>
        <source>a table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>a date or time</source>
        <translation>日期或时间</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>prompt with a size</source>
        <translation>带尺寸的提示词</translation>
    </message>
    <message>
        <source>module name</source>
        <translation>模块名称</translation>
    </message>
    <message>
        <source>regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>{key} cannot be set in this run file: {reason}.</source>
        <translation>无法在此训练配置文件中设置 {key}：{reason}。</translation>
    </message>
    <message>
        <source>Write the table as [{table}] with one key a line and try again.</source>
        <translation>请将该表写成 [{table}]，每行一个键，然后重试。</translation>
    </message>
    <message>
        <source>&quot;{text}&quot; sets nothing: {reason}.</source>
        <translation>“{text}”没有设置任何内容：{reason}。</translation>
    </message>
    <message>
        <source>Write it as key=value, for example {example}.</source>
        <translation>请写成 key=value 的形式，例如 {example}。</translation>
    </message>
    <message>
        <source>{text} is not a run: it contains no run.toml.</source>
        <translation>{text} 不是训练：其中没有 run.toml。</translation>
    </message>
    <message>
        <source>Give a folder below runs/, or latest.</source>
        <translation>请指定 runs/ 下的文件夹，或填写 latest。</translation>
    </message>
    <message>
        <source>The run&apos;s folder {folder} could not be made: {reason}.</source>
        <translation>无法创建训练文件夹 {folder}：{reason}。</translation>
    </message>
    <message>
        <source>Check the permissions and free space of the folder in run.output_dir.</source>
        <translation>请检查 run.output_dir 所指文件夹的权限和剩余空间。</translation>
    </message>
    <message>
        <source>The folder of {file} does not exist.</source>
        <translation>{file} 所在的文件夹不存在。</translation>
    </message>
    <message>
        <source>Create it first, or choose another place for the clip.</source>
        <translation>请先创建该文件夹，或为片段选择其他位置。</translation>
    </message>
    <message>
        <source>{file} is not a valid name for a clip.</source>
        <translation>{file} 不能用作片段的文件名。</translation>
    </message>
    <message>
        <source>Use .mp4, .gif or .webp, or no extension for a folder of PNG images.</source>
        <translation>请使用 .mp4、.gif 或 .webp；不写扩展名则输出为 PNG 图片文件夹。</translation>
    </message>
    <message>
        <source>This clip cannot be generated: {problems}</source>
        <translation>无法生成此片段：{problems}</translation>
    </message>
    <message>
        <source>{place} has no “{key}”.</source>
        <translation>{place} 没有“{key}”。</translation>
    </message>
    <message>
        <source>{place} lacks “{key}”.</source>
        <translation>{place} 缺少“{key}”。</translation>
    </message>
    <message>
        <source>{key} is {value}, not {wanted}.</source>
        <translation>{key} 是 {value}，而不是 {wanted}。</translation>
    </message>
    <message>
        <source>It may be of another version of Framewright. Make the job again.</source>
        <translation>它可能来自另一个版本的 Framewright。请重新创建任务。</translation>
    </message>
    <message>
        <source>“{value}” is not a valid value for {key}.</source>
        <translation>“{value}”不是 {key} 的有效值。</translation>
    </message>
    <message>
        <source>Choose one of: {choices}.</source>
        <translation>请选择以下之一：{choices}。</translation>
    </message>
    <message>
        <source>The log lists them. Fix or remove these clips, then run precompute again.</source>
        <translation>日志中列出了每个样本。请修复或移除这些片段，然后重新运行 precompute。</translation>
    </message>
    <message>
        <source>training.task is {task}, but {model} only does {tasks}.</source>
        <translation>training.task 为 {task}，但 {model} 只支持 {tasks}。</translation>
    </message>
    <message>
        <source>Set it to {tasks} or leave it out, or choose another model folder.</source>
        <translation>请将其设为 {tasks}、省略该项，或选择其他模型文件夹。</translation>
    </message>
    <message>
        <source>The {part} of {model} is missing: {folder} is its transformer alone, and no folder beside it has a {known} of the class {class}.</source>
        <translation>缺少 {model} 的 {part}：{folder} 只是它的 transformer，旁边没有文件夹包含类别为 {class} 的 {known}。</translation>
    </message>
    <message>
        <source>Download it into a folder beside the transformer&apos;s, or name its place in [model.parts].</source>
        <translation>请将其下载到 transformer 文件夹旁边的文件夹中，或在 [model.parts] 中指定其位置。</translation>
    </message>
    <message>
        <source>The picture cannot be cropped or resized like this: {reason}.</source>
        <translation>无法这样裁剪或缩放图片：{reason}。</translation>
    </message>
    <message>
        <source>Correct the crop or the size.</source>
        <translation>请更正裁剪或尺寸。</translation>
    </message>
    <message>
        <source>Check that it exists and that you have permission to read it.</source>
        <translation>请检查它是否存在，以及您是否有权读取。</translation>
    </message>
    <message>
        <source>{file} has zero bytes.</source>
        <translation>{file} 为零字节。</translation>
    </message>
    <message>
        <source>Copy or download it again.</source>
        <translation>请重新复制或下载。</translation>
    </message>
    <message>
        <source>{file} is neither a video nor a picture: {reason}.</source>
        <translation>{file} 既不是视频也不是图片：{reason}。</translation>
    </message>
    <message>
        <source>Open it in a player: if it plays there, convert it to MP4; if not, remove it.</source>
        <translation>请用播放器打开它：如果可以播放，请转换为 MP4；否则请移除。</translation>
    </message>
    <message>
        <source>{file} is truncated or was never finished: the index at its end is missing ({reason}).</source>
        <translation>{file} 被截断或未正常写完：缺少文件末尾的索引（{reason}）。</translation>
    </message>
    <message>
        <source>Copy or download it again. If it is a recording, the program that made it may be able to repair it.</source>
        <translation>请重新复制或下载；如果是录制的视频，录制程序或许可以修复它。</translation>
    </message>
    <message>
        <source>{file} is an animated WebP, which cannot be decoded.</source>
        <translation>{file} 是动态 WebP，无法解码。</translation>
    </message>
    <message>
        <source>Convert it to MP4 or to a folder of PNG images first.</source>
        <translation>请先将其转换为 MP4 或 PNG 图片文件夹。</translation>
    </message>
    <message>
        <source>{file} contains no video, only {tracks}.</source>
        <translation>{file} 中没有视频，只有 {tracks}。</translation>
    </message>
    <message>
        <source>Remove it from the list of clips.</source>
        <translation>请将它从片段列表中移除。</translation>
    </message>
    <message>
        <source>{file} is encoded as {codec}, for which no decoder is available.</source>
        <translation>{file} 采用 {codec} 编码，此处没有相应的解码器。</translation>
    </message>
    <message>
        <source>Convert it to H.264 first.</source>
        <translation>请先将其转换为 H.264。</translation>
    </message>
    <message>
        <source>No frame of {file} can be decoded: {reason}.</source>
        <translation>{file} 中没有一帧可以解码：{reason}。</translation>
    </message>
    <message>
        <source>{file} could not be decoded at {second} s (frame {frame}): {reason}.</source>
        <translation>{file} 在 {second} 秒处（第 {frame} 帧）无法解码：{reason}。</translation>
    </message>
    <message>
        <source>The file is damaged there: copy it again, or cut the clip before that second.</source>
        <translation>文件在该处已损坏：请重新复制，或在该秒之前截断片段。</translation>
    </message>
    <message>
        <source>{file} is damaged at {second} s: frame {frame} can only be decoded in part.</source>
        <translation>{file} 在 {second} 秒处已损坏：第 {frame} 帧只能部分解码。</translation>
    </message>
    <message>
        <source>Copy the file again, or cut the clip before that second.</source>
        <translation>请重新复制该文件，或在该秒之前截断片段。</translation>
    </message>
    <message>
        <source>Frame {frame} of {file} was requested, but it has only {frames} {frames:frame|frames}, counted from 0.</source>
        <translation>请求读取 {file} 的第 {frame} 帧，但它只有 {frames} 帧（从 0 开始计数）。</translation>
    </message>
    <message>
        <source>Choose a frame below {frames}.</source>
        <translation>请选择小于 {frames} 的帧号。</translation>
    </message>
    <message>
        <source>The sample cannot be read from {file}: {reason}.</source>
        <translation>{file} 无法提供该样本：{reason}。</translation>
    </message>
    <message>
        <source>Correct the clip&apos;s in and out points, crop or size.</source>
        <translation>请更正片段的入点和出点、裁剪或尺寸。</translation>
    </message>
    <message>
        <source>{file} has {available} {available:frame|frames} at {fps} fps, but the sample needs {needed}.</source>
        <translation>在每秒 {fps} 帧时，{file} 可提供 {available} 帧，而样本需要 {needed} 帧。</translation>
    </message>
    <message>
        <source>Choose a bucket with fewer frames, a higher frame rate or a longer cut.</source>
        <translation>请选择帧数更少的分桶、更高的帧率或更长的截取范围。</translation>
    </message>
    <message>
        <source>{file} could not be written: {reason}.</source>
        <translation>无法写入 {file}：{reason}。</translation>
    </message>
    <message>
        <source>Check the free space and the permissions of its folder.</source>
        <translation>请检查剩余空间和所在文件夹的权限。</translation>
    </message>
    <message>
        <source>{file} cannot be created: {reason}.</source>
        <translation>无法生成 {file}：{reason}。</translation>
    </message>
    <message>
        <source>Change the size, the rate or the format.</source>
        <translation>请更改尺寸、帧率或格式。</translation>
    </message>
    <message>
        <source>{file} is truncated: it has {frames} {frames:frame|frames}, up to {second} s.</source>
        <translation>{file} 被截断：只能读出 {frames} 帧，到 {second} 秒为止。</translation>
    </message>
    <message>
        <source>Copy or download it again, or use what is there.</source>
        <translation>请重新复制或下载，或者使用现有的部分。</translation>
    </message>
    <message>
        <source>{file} is damaged in {places} {places:place|places}, the first at {second} s: {reason}.</source>
        <translation>{file} 有 {places} 处损坏，第一处位于 {second} 秒：{reason}。</translation>
    </message>
    <message>
        <source>Copy or download it again, or cut around the damage.</source>
        <translation>请重新复制或下载，或者截取时避开损坏的部分。</translation>
    </message>
    <message>
        <source>A latent of {frames} x {height} x {width} cannot be cut into patches of {patch}.</source>
        <translation>{frames} x {height} x {width} 的潜变量无法切分成大小为 {patch} 的图块（patch）。</translation>
    </message>
    <message>
        <source>Choose frames, height and width that the model supports.</source>
        <translation>请选择模型支持的帧数、高度和宽度。</translation>
    </message>
    <message>
        <source>This model has learned positions for latents of {height} x {width}, not {given}.</source>
        <translation>该模型的位置嵌入是针对 {height} x {width} 的潜变量学习的，而不是 {given}。</translation>
    </message>
    <message>
        <source>Choose the height and width that the model was trained at.</source>
        <translation>请选择模型训练时所用的高度和宽度。</translation>
    </message>
    <message>
        <source>{component} does not describe a model that can be built: {problems}.</source>
        <translation>{component} 描述的模型无法构建：{problems}。</translation>
    </message>
    <message>
        <source>Copy or download the model folder again, or choose a model of a supported family.</source>
        <translation>请重新复制或下载模型文件夹，或选择受支持系列的模型。</translation>
    </message>
    <message>
        <source>{file} does not hold the weights of this model: {problems}.</source>
        <translation>{file} 中不是该模型的权重：{problems}。</translation>
    </message>
    <message>
        <source>Check that config.json and the weights belong together, or download the folder again.</source>
        <translation>请检查 config.json 与权重是否配套，或重新下载该文件夹。</translation>
    </message>
    <message>
        <source>The optimizer&apos;s saved state does not fit this run: {tensor} is {problem}.</source>
        <translation>保存的优化器状态与本次训练不匹配：{tensor}（{problem}）。</translation>
    </message>
    <message>
        <source>Resume with the run file that wrote the checkpoint; to change what is trained, start a new run from its weights.</source>
        <translation>请使用写入该检查点的训练配置文件来恢复；如果要更改训练内容，请以其权重为起点开始新的训练。</translation>
    </message>
    <message>
        <source>There is no learning-rate schedule called {name}.</source>
        <translation>没有名为 {name} 的学习率调度方式。</translation>
    </message>
    <message>
        <source>Choose constant, constant_with_warmup, linear, cosine, cosine_with_restarts or polynomial.</source>
        <translation>请选择 constant、constant_with_warmup、linear、cosine、cosine_with_restarts 或 polynomial。</translation>
    </message>
    <message>
        <source>{file} is not a reference case: {problem}.</source>
        <translation>{file} 不是参考用例：{problem}。</translation>
    </message>
    <message>
        <source>Reference cases are made by make_cases.py.</source>
        <translation>参考用例由 make_cases.py 生成。</translation>
    </message>
    <message>
        <source>The case {file} lacks the input {name}.</source>
        <translation>用例 {file} 缺少输入 {name}。</translation>
    </message>
    <message>
        <source>Create the cases again with make_cases.py.</source>
        <translation>请用 make_cases.py 重新生成用例。</translation>
    </message>
    <message>
        <source>The case {file} lacks the parameter {name}.</source>
        <translation>用例 {file} 缺少参数 {name}。</translation>
    </message>
    <message>
        <source>{file} needs {component} of the family “{family}”, which this version does not know.</source>
        <translation>{file} 需要“{family}”系列的 {component}，此处不支持。</translation>
    </message>
    <message>
        <source>Update Framewright, or leave this case out.</source>
        <translation>请更新 Framewright，或跳过此用例。</translation>
    </message>
    <message>
        <source>There is no bound for {case} in bf16: {problem}.</source>
        <translation>{case} 没有 bf16 误差界限：{problem}。</translation>
    </message>
    <message>
        <source>Make bf16.json with tests/reference/make_bf16_bounds.py, or run without --dtype bf16.</source>
        <translation>请用 tests/reference/make_bf16_bounds.py 生成 bf16.json，或在运行时去掉 --dtype bf16。</translation>
    </message>
    <message>
        <source>{case} could not be computed: {problem}</source>
        <translation>无法计算 {case}：{problem}</translation>
    </message>
    <message>
        <source>{file} is not JSON: {reason}.</source>
        <translation>{file} 不是 JSON：{reason}。</translation>
    </message>
    <message>
        <source>Copy or download the model again.</source>
        <translation>请重新复制或下载模型。</translation>
    </message>
    <message>
        <source>The cache entry {file} is missing.</source>
        <translation>缓存条目 {file} 不存在。</translation>
    </message>
    <message>
        <source>The cache entry {file} is damaged: {reason}.</source>
        <translation>缓存条目 {file} 已损坏：{reason}。</translation>
    </message>
    <message>
        <source>The cache folder {folder} cannot be created: {reason}.</source>
        <translation>无法创建缓存文件夹 {folder}：{reason}。</translation>
    </message>
    <message>
        <source>Check its permissions and the free space, or choose another folder.</source>
        <translation>请检查其权限和剩余空间，或选择其他文件夹。</translation>
    </message>
    <message>
        <source>{folder} is not a folder.</source>
        <translation>{folder} 不是文件夹。</translation>
    </message>
    <message>
        <source>Give a model folder in diffusers layout.</source>
        <translation>请指定采用 diffusers 目录结构的模型文件夹。</translation>
    </message>
    <message>
        <source>{file} describes a “{class}”, which is not supported.</source>
        <translation>{file} 描述的是“{class}”，不受支持。</translation>
    </message>
    <message>
        <source>Supported: {known}.</source>
        <translation>支持的有：{known}。</translation>
    </message>
    <message>
        <source>{file} is not a list of parameters: {reason}.</source>
        <translation>{file} 不是参数列表：{reason}。</translation>
    </message>
    <message>
        <source>It must contain “parameters”: names and their shapes.</source>
        <translation>其中必须包含“parameters”，即各参数的名称及其形状。</translation>
    </message>
    <message>
        <source>{component}: {tensor} is missing.</source>
        <translation>{component}：缺少 {tensor}。</translation>
    </message>
    <message>
        <source>{component}: {tensor} is not part of this model.</source>
        <translation>{component}：{tensor} 不属于该模型。</translation>
    </message>
    <message>
        <source>{component}: {tensor} is {found}, expected {wanted}.</source>
        <translation>{component}：{tensor} 为 {found}，而应为 {wanted}。</translation>
    </message>
    <message>
        <source>{component}: the model has {found} parameters, expected {wanted}.</source>
        <translation>{component}：模型有 {found} 个参数，而应有 {wanted} 个。</translation>
    </message>
    <message>
        <source>The cache {folder} needs {needed} more, but its disk has only {free} free.</source>
        <translation>缓存 {folder} 还需要 {needed}，但所在磁盘仅剩 {free}。</translation>
    </message>
    <message>
        <source>Free some space, or choose a cache folder on another disk.</source>
        <translation>请释放一些空间，或选择位于其他磁盘的缓存文件夹。</translation>
    </message>
    <message>
        <source>{model} generates clips from a first image, but none was given.</source>
        <translation>{model} 以首帧图像生成片段，但未提供图像。</translation>
    </message>
    <message>
        <source>Give an image, or choose a text-to-video model.</source>
        <translation>请提供一张图像，或选择文生视频模型。</translation>
    </message>
    <message>
        <source>{model} generates clips from text alone and cannot use an image.</source>
        <translation>{model} 仅根据文本生成片段，无法使用图像。</translation>
    </message>
    <message>
        <source>Remove the image, or choose an image-to-video model.</source>
        <translation>请去掉图像，或选择图生视频模型。</translation>
    </message>
    <message>
        <source>{steps} denoising steps are not possible.</source>
        <translation>去噪步数不能为 {steps}。</translation>
    </message>
    <message>
        <source>Choose between 1 and 1000; 50 is usual.</source>
        <translation>请选择 1 到 1000 之间的值，常用 50。</translation>
    </message>
    <message>
        <source>The caption of clip {clip} is not UTF-8 text.</source>
        <translation>片段 {clip} 的标注不是 UTF-8 文本。</translation>
    </message>
    <message>
        <source>Save the text as UTF-8.</source>
        <translation>请将文本保存为 UTF-8。</translation>
    </message>
    <message>
        <source>There are no clips to train on.</source>
        <translation>没有可用于训练的片段。</translation>
    </message>
    <message>
        <source>Import some, or choose another filter.</source>
        <translation>请导入一些片段，或选择其他筛选条件。</translation>
    </message>
    <message>
        <source>{sources} {sources:source has|sources have} been moved or deleted, the first is {file}.</source>
        <translation>{sources} 个源文件已不在原来的位置，第一个是 {file}。</translation>
    </message>
    <message>
        <source>Relink them by giving the folder that they were moved to.</source>
        <translation>请指定它们移动后所在的文件夹，以重新关联。</translation>
    </message>
    <message>
        <source>{clips} of {all} clips {clips:has|have} no caption.</source>
        <translation>共 {all} 个片段，其中 {clips} 个没有标注。</translation>
    </message>
    <message>
        <source>Write captions, or have a captioner write them.</source>
        <translation>请撰写标注，或用标注生成程序来完成。</translation>
    </message>
    <message>
        <source>{clips} {clips:caption is|captions are} longer than a text encoder of {model} reads; the rest is ignored.</source>
        <translation>{clips} 条标注超过了 {model} 的一个文本编码器可读取的长度，超出部分会被忽略。</translation>
    </message>
    <message>
        <source>Shorten them.</source>
        <translation>请缩短这些标注。</translation>
    </message>
    <message>
        <source>{clips} {clips:clip comes|clips come} from damaged or truncated files.</source>
        <translation>{clips} 个片段来自已损坏或被截断的文件。</translation>
    </message>
    <message>
        <source>Find them with the filter is:damaged.</source>
        <translation>请用筛选条件 is:damaged 查看这些片段。</translation>
    </message>
    <message>
        <source>Clip {clip} cannot run from frame {in} to {out}: {file} has only {frames} {frames:frame|frames}.</source>
        <translation>片段 {clip} 的范围不能是第 {in} 帧到第 {out} 帧：{file} 有 {frames} 帧。</translation>
    </message>
    <message>
        <source>Choose frames from 0 to {frames}, with the end after the beginning.</source>
        <translation>请在 0 到 {frames} 之间选择帧号，且终点须在起点之后。</translation>
    </message>
    <message>
        <source>The crop {crop} does not fit within the picture of clip {clip}, which is {size}.</source>
        <translation>裁剪 {crop} 超出了片段 {clip} 的画面，其尺寸为 {size}。</translation>
    </message>
    <message>
        <source>Choose a crop inside the picture.</source>
        <translation>请将裁剪限制在画面之内。</translation>
    </message>
    <message>
        <source>The filter term &quot;{term}&quot; uses an unknown field, {field}.</source>
        <translation>筛选条件“{term}”使用了未知字段 {field}。</translation>
    </message>
    <message>
        <source>The fields are {fields}.</source>
        <translation>可用字段：{fields}。</translation>
    </message>
    <message>
        <source>The filter term &quot;{term}&quot; has an unknown value.</source>
        <translation>筛选条件“{term}”的值未知。</translation>
    </message>
    <message>
        <source>Possible values are {values}.</source>
        <translation>可用的值：{values}。</translation>
    </message>
    <message>
        <source>The filter term &quot;{term}&quot; needs a number to compare with.</source>
        <translation>筛选条件“{term}”的比较对象不是数字。</translation>
    </message>
    <message>
        <source>For example: width&gt;=720.</source>
        <translation>例如：width&gt;=720。</translation>
    </message>
    <message>
        <source>There is no clip {clip} in the project.</source>
        <translation>项目中没有片段 {clip}。</translation>
    </message>
    <message>
        <source>List the clips to see their numbers.</source>
        <translation>请列出片段以查看其编号。</translation>
    </message>
    <message>
        <source>Export cut clips, or choose a CSV or JSONL layout.</source>
        <translation>请导出截取后的片段，或选择 CSV 或 JSONL 格式。</translation>
    </message>
    <message>
        <source>The caption of clip {clip} has several lines, which will be joined into one.</source>
        <translation>片段 {clip} 的标注有多行，将合并为一行。</translation>
    </message>
    <message>
        <source>Choose sidecars, CSV or JSONL to keep them.</source>
        <translation>如需保留多行，请选择同名文本文件（sidecars）、CSV 或 JSONL。</translation>
    </message>
    <message>
        <source>Relink the project&apos;s sources.</source>
        <translation>请重新关联项目的源文件。</translation>
    </message>
    <message>
        <source>{file} has {frames} {frames:frame|frames}, but at least {needed} are required.</source>
        <translation>{file} 有 {frames} 帧，而要求至少 {needed} 帧。</translation>
    </message>
    <message>
        <source>Leave it out, or require fewer.</source>
        <translation>请略去该文件，或降低所要求的帧数。</translation>
    </message>
    <message>
        <source>{file} is a copy of {other}.</source>
        <translation>{file} 是 {other} 的副本。</translation>
    </message>
    <message>
        <source>Nothing to do: one is kept.</source>
        <translation>无需处理：已保留其中一个。</translation>
    </message>
    <message>
        <source>Frames {in} to {out} of {file} were requested, but it has only {frames}.</source>
        <translation>要求从 {file} 中截取第 {in} 帧到第 {out} 帧，但它只有 {frames} 帧。</translation>
    </message>
    <message>
        <source>Correct the row.</source>
        <translation>请更正该行。</translation>
    </message>
    <message>
        <source>{file} has changed since clips of it were imported.</source>
        <translation>{file} 在导入其片段之后发生了变化。</translation>
    </message>
    <message>
        <source>Remove its clips from the project first, or give the new file another name.</source>
        <translation>请先从项目中移除它的片段，或为新文件另取名称。</translation>
    </message>
    <message>
        <source>{file} does not exist.</source>
        <translation>{file} 不存在。</translation>
    </message>
    <message>
        <source>Correct the path, or copy the file there.</source>
        <translation>请更正路径，或将文件复制到该处。</translation>
    </message>
    <message>
        <source>The name of {file} is not UTF-8.</source>
        <translation>{file} 的文件名不是 UTF-8。</translation>
    </message>
    <message>
        <source>Rename the file.</source>
        <translation>请重命名该文件。</translation>
    </message>
    <message>
        <source>The folder {file} could not be read: {reason}.</source>
        <translation>无法读取文件夹 {file}：{reason}。</translation>
    </message>
    <message>
        <source>Check its permissions.</source>
        <translation>请检查其权限。</translation>
    </message>
    <message>
        <source>The line does not name a file.</source>
        <translation>此行没有给出文件名。</translation>
    </message>
    <message>
        <source>Remove the line here and its caption in the other list.</source>
        <translation>请删除此行，并删除另一个列表中对应的标注。</translation>
    </message>
    <message>
        <source>{list} does not name any clips.</source>
        <translation>{list} 未列出任何片段。</translation>
    </message>
    <message>
        <source>Delete it, or choose another layout, to import the videos in its folder.</source>
        <translation>请删除该文件，或选择其他数据集格式，以导入其所在文件夹中的视频。</translation>
    </message>
    <message>
        <source>{list} has {lines} {lines:line|lines}, but {other} has {others}: this line has no counterpart.</source>
        <translation>{list} 有 {lines} 行，{other} 有 {others} 行：此行没有对应的行。</translation>
    </message>
    <message>
        <source>Check that the lines before it still belong together.</source>
        <translation>请检查前面各行是否仍然一一对应。</translation>
    </message>
    <message>
        <source>{folder} does not contain {list}.</source>
        <translation>{folder} 中没有 {list}。</translation>
    </message>
    <message>
        <source>Name the file, or choose another layout.</source>
        <translation>请指定该文件，或选择其他数据集格式。</translation>
    </message>
    <message>
        <source>The caption is not UTF-8 text.</source>
        <translation>标注不是 UTF-8 文本。</translation>
    </message>
    <message>
        <source>Save it as UTF-8. The clip is imported without a caption.</source>
        <translation>请将其保存为 UTF-8。该片段导入时不带标注。</translation>
    </message>
    <message>
        <source>The row cannot be used: {reason}.</source>
        <translation>无法使用此行：{reason}。</translation>
    </message>
    <message>
        <source>{list} has no column for {what}; its columns are {columns}.</source>
        <translation>{list} 中没有表示 {what} 的列，现有的列为 {columns}。</translation>
    </message>
    <message>
        <source>Name the column.</source>
        <translation>请指定列名。</translation>
    </message>
    <message>
        <source>{folder} already contains a project.</source>
        <translation>{folder} 中已有项目。</translation>
    </message>
    <message>
        <source>Open it, or choose another folder.</source>
        <translation>请打开该项目，或选择其他文件夹。</translation>
    </message>
    <message>
        <source>There is no project in {folder}.</source>
        <translation>{folder} 中没有项目。</translation>
    </message>
    <message>
        <source>Choose the folder that contains {name}, or create a project there.</source>
        <translation>请选择包含 {name} 的文件夹，或在该处创建项目。</translation>
    </message>
    <message>
        <source>{file} was written by a newer version (schema {found}, this one knows {known}).</source>
        <translation>{file} 由更新的版本写入（数据库结构版本为 {found}，当前版本支持到 {known}）。</translation>
    </message>
    <message>
        <source>Update Framewright to open it.</source>
        <translation>请更新 Framewright 后再打开。</translation>
    </message>
    <message>
        <source>{file} was written by an older version (schema {found} of {known}) and cannot be updated here.</source>
        <translation>{file} 由较旧的版本写入（数据库结构版本为 {found}，当前为 {known}），在此处无法更改。</translation>
    </message>
    <message>
        <source>Open it once where its folder is writable, or copy the folder.</source>
        <translation>请在其文件夹可写的位置打开一次，或复制该文件夹。</translation>
    </message>
    <message>
        <source>{file} is not a project database, or it is damaged: {reason}.</source>
        <translation>{file} 不是项目数据库，或者已损坏：{reason}。</translation>
    </message>
    <message>
        <source>Restore it from a backup. The runs do not depend on it: a new project in the same folder finds them by reindexing.</source>
        <translation>请从备份恢复。训练记录不受影响：在同一文件夹中新建项目并重新索引，即可找回这些记录。</translation>
    </message>
    <message>
        <source>{file} could not be used: {reason}.</source>
        <translation>无法使用 {file}：{reason}。</translation>
    </message>
    <message>
        <source>Check the free space and the permissions of its folder. The last change was not saved.</source>
        <translation>请检查剩余空间和所在文件夹的权限。最近一次更改未保留任何内容。</translation>
    </message>
    <message>
        <source>{folder} is open elsewhere ({holder}), so it is read-only here.</source>
        <translation>{folder} 已在别处打开（{holder}），因此此处只能读取。</translation>
    </message>
    <message>
        <source>To make changes, close it there and open it here again.</source>
        <translation>如需更改，请在该处关闭项目，然后重新打开。</translation>
    </message>
    <message>
        <source>{folder} is not writable, so the project is read-only.</source>
        <translation>{folder} 不可写，因此项目只能读取。</translation>
    </message>
    <message>
        <source>Change the permissions of the folder, or copy it.</source>
        <translation>请更改该文件夹的权限，或复制该文件夹。</translation>
    </message>
    <message>
        <source>The project {folder} is open read-only.</source>
        <translation>项目 {folder} 以只读方式打开。</translation>
    </message>
    <message>
        <source>Close it where it is open for writing, then open it again.</source>
        <translation>请在以写入方式打开该项目的地方将其关闭，然后重新打开。</translation>
    </message>
    <message>
        <source>The run {folder} cannot be indexed: {reason}.</source>
        <translation>无法索引训练 {folder}：{reason}。</translation>
    </message>
    <message>
        <source>Its folder is not changed. Check run.toml and events.jsonl there.</source>
        <translation>其文件夹未被更改。请检查其中的 run.toml 和 events.jsonl。</translation>
    </message>
    <message>
        <source>The regular expression &quot;{pattern}&quot; has an error at character {place}: {reason}.</source>
        <translation>正则表达式“{pattern}”在第 {place} 个字符处有误：{reason}。</translation>
    </message>
    <message>
        <source>A backslash before . * + ? ( ) [ ] {brace} ^ $ | matches it literally.</source>
        <translation>在 . * + ? ( ) [ ] {brace} ^ $ | 之前加反斜杠，即表示该字符本身。</translation>
    </message>
    <message>
        <source>The replacement &quot;{replacement}&quot; cannot be used: {reason}.</source>
        <translation>无法使用替换内容“{replacement}”：{reason}。</translation>
    </message>
    <message>
        <source>$1 or $name stands for a group of the expression, $$ for a dollar sign.</source>
        <translation>$1 或 $name 表示表达式中的分组，$$ 表示美元符号。</translation>
    </message>
    <message>
        <source>The regular expression &quot;{pattern}&quot; takes too long on a caption of {length} characters.</source>
        <translation>正则表达式“{pattern}”在长度为 {length} 个字符的标注上耗时过长。</translation>
    </message>
    <message>
        <source>Simplify it: the usual cause is nested repetition such as (a+)+.</source>
        <translation>请简化表达式：通常是 (a+)+ 之类的嵌套重复所致。</translation>
    </message>
    <message>
        <source>There is nothing to search for.</source>
        <translation>没有要查找的内容。</translation>
    </message>
    <message>
        <source>{file} cannot be read.</source>
        <translation>无法读取 {file}。</translation>
    </message>
    <message>
        <source>{steps} sampling steps are not possible with this model.</source>
        <translation>该模型的采样步数不能为 {steps}。</translation>
    </message>
    <message>
        <source>Choose 1 to {limit} steps.</source>
        <translation>请选择 1 到 {limit} 步。</translation>
    </message>
    <message>
        <source>There is no scheduler called {name}.</source>
        <translation>没有调度器 {name}。</translation>
    </message>
    <message>
        <source>safetensors files cannot hold tensors of type {dtype}.</source>
        <translation>safetensors 文件无法存放 {dtype} 类型的张量。</translation>
    </message>
    <message>
        <source>There is no data type “{dtype}”.</source>
        <translation>没有数据类型“{dtype}”。</translation>
    </message>
    <message>
        <source>Use fp32, bf16 or fp16.</source>
        <translation>请使用 fp32、bf16 或 fp16。</translation>
    </message>
    <message>
        <source>{folder} does not contain a tokenizer: spiece.model, tokenizer.json, or vocab.json and merges.txt.</source>
        <translation>{folder} 中没有分词器：spiece.model、tokenizer.json，或 vocab.json 和 merges.txt。</translation>
    </message>
    <message>
        <source>Download the model&apos;s tokenizer folder.</source>
        <translation>请下载该模型的 tokenizer 文件夹。</translation>
    </message>
    <message>
        <source>{file} is not a tokenizer that can be used: {reason}.</source>
        <translation>{file} 不是可用的分词器：{reason}。</translation>
    </message>
    <message>
        <source>Download the file again; a pointer file of Git LFS is not enough.</source>
        <translation>请重新下载该文件；仅有 Git LFS 的指针文件是不够的。</translation>
    </message>
    <message>
        <source>This build cannot tokenize prompts, because it was built without the SentencePiece library.</source>
        <translation>此版本无法对提示词进行分词：构建时未包含 SentencePiece 库。</translation>
    </message>
    <message>
        <source>Install libsentencepiece-dev and build again, or give encoded prompts.</source>
        <translation>请安装 libsentencepiece-dev 并重新构建，或提供已编码的提示词。</translation>
    </message>
    <message>
        <source>The cached {kind} of sample {sample} cannot be used: {reason}.</source>
        <translation>样本 {sample} 的 {kind} 缓存无法使用：{reason}。</translation>
    </message>
    <message>
        <source>There are no samples left to train on: the dataset has {total}, of which {in_buckets} are in the run&apos;s buckets and {held_out} are held out.</source>
        <translation>没有可供训练的样本：数据集共有 {total} 个样本，其中 {in_buckets} 个属于本次训练的分桶，而 {held_out} 个被留出。</translation>
    </message>
    <message>
        <source>The checkpoint {folder} cannot be used: {reason}.</source>
        <translation>无法使用检查点 {folder}：{reason}。</translation>
    </message>
    <message>
        <source>Training cannot start from {file}: {reason}.</source>
        <translation>无法以 {file} 为起点开始训练：{reason}。</translation>
    </message>
    <message>
        <source>The rank, modules and training type must be those of the file.</source>
        <translation>秩、模块和训练方式必须与该文件一致。</translation>
    </message>
    <message>
        <source>The result {folder} could not be written: {reason}.</source>
        <translation>无法写入结果 {folder}：{reason}。</translation>
    </message>
    <message>
        <source>A TensorBoard file cannot be written in {folder}.</source>
        <translation>无法在 {folder} 中写入 TensorBoard 文件。</translation>
    </message>
    <message>
        <source>Check the folder&apos;s permissions and space, or set metrics.tensorboard = false.</source>
        <translation>请检查该文件夹的权限和剩余空间，或设置 metrics.tensorboard = false。</translation>
    </message>
    <message>
        <source>This run is already being trained by another program: {folder} is held by {holder}.</source>
        <translation>另一个程序正在进行此训练：{folder} 被 {holder} 占用。</translation>
    </message>
    <message>
        <source>Wait for it or stop it there.</source>
        <translation>请等待其结束，或在该程序中将其停止。</translation>
    </message>
    <message>
        <source>The run file {file} can no longer be used: {reason}</source>
        <translation>训练配置文件 {file} 已无法使用：{reason}</translation>
    </message>
    <message>
        <source>It was frozen when the run started: undo the change.</source>
        <translation>它在训练开始时已固化；请撤销所做的更改。</translation>
    </message>
    <message>
        <source>The loss or gradients were not finite for {count} {count:step|steps} in a row, up to step {step}.</source>
        <translation>截至第 {step} 步，损失或梯度已连续 {count} 步不是有限数。</translation>
    </message>
    <message>
        <source>The last good state was saved as a checkpoint. Lower optimizer.lr, or use bf16 or fp32 instead of fp16.</source>
        <translation>最后的正常状态已保留为检查点。请降低 optimizer.lr，或用 bf16 或 fp32 代替 fp16。</translation>
    </message>
    <message>
        <source>The captioner failed: {reason}.</source>
        <translation>标注生成程序出错：{reason}。</translation>
    </message>
    <message>
        <source>Try it on a single file yourself, or raise its time limit.</source>
        <translation>请先手动对单个文件试运行，或延长其允许的运行时间。</translation>
    </message>
    <message>
        <source>The captioner cannot be used: {reason}.</source>
        <translation>无法使用标注生成程序：{reason}。</translation>
    </message>
    <message>
        <source>Give a command with {file} in it, or the URL of an OpenAI-compatible server.</source>
        <translation>请指定包含 {file} 的命令，或兼容 OpenAI 的服务器的 URL。</translation>
    </message>
    <message>
        <source>The run {run} has no checkpoint yet.</source>
        <translation>运行 {run} 还没有检查点。</translation>
    </message>
    <message>
        <source>Let it train until its first one.</source>
        <translation>请让它训练到第一个检查点。</translation>
    </message>
    <message>
        <source>Validation clips cannot be generated: {problems}</source>
        <translation>无法生成验证片段：{problems}</translation>
    </message>
    <message>
        <source>Change validation.validation_prompts, or leave it empty to train without clips.</source>
        <translation>请修改 validation.validation_prompts，或将其留空，不生成片段直接训练。</translation>
    </message>
    <message>
        <source>{file} does not contain the latents of a clip: {reason}.</source>
        <translation>{file} 中没有片段的潜变量：{reason}。</translation>
    </message>
    <message>
        <source>Give a .latents.safetensors file from generation or validation.</source>
        <translation>请给出以 .latents.safetensors 结尾的文件，生成或验证时会留下这种文件。</translation>
    </message>
    <message>
        <source>A clip was denoised but could not be decoded: {reason}</source>
        <translation>一个片段已完成去噪，但无法解码：{reason}</translation>
    </message>
    <message>
        <source>Its latents are in {file}. When more memory is free, framewright-cli generate --latents decodes them.</source>
        <translation>其潜变量保存在 {file} 中：有更多空闲内存时，用 framewright-cli generate --latents 即可从中得到片段。</translation>
    </message>
    <message>
        <source>Out of memory during {phase}: {what} (peak {peak}).</source>
        <translation>{phase}期间内存不足：{what}（峰值 {peak}）。</translation>
    </message>
    <message>
        <source>Frozen weights in fewer bits: see memory.quantization.</source>
        <translation>用更少的位数保存冻结权重：参见 memory.quantization。</translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: {key} is {value}, but a full fine-tune changes the weights, and quantized ones cannot be trained.</source>
        <translation>{file}:{line}:{column}: {key} 为 {value}，但全量微调会改变权重，而量化后的权重无法训练。</translation>
    </message>
    <message>
        <source>Remove the line, or train a LoRA: training.training_type = &quot;lora&quot;.</source>
        <translation>请删除该行，或训练 LoRA：training.training_type = &quot;lora&quot;。</translation>
    </message>
    <message>
        <source>The weight {name} in {file} holds numbers that are infinite or none (NaN).</source>
        <translation>{file} 中的权重 {name} 含有无穷大或非数值（NaN）。</translation>
    </message>
    <message>
        <source>The file is damaged, or its model was: download it again.</source>
        <translation>文件已损坏，或者模型本身有问题：请重新下载。</translation>
    </message>
    <message>
        <source>{file} is not a preset: {key} is missing or wrong.</source>
        <translation>{file} 不是预设：{key} 缺失或有误。</translation>
    </message>
    <message>
        <source>A [preset] table describes the preset: name = &quot;…&quot;.</source>
        <translation>表 [preset] 说明预设的用途：name = &quot;…&quot;。</translation>
    </message>
    <message>
        <source>There is no preset {id}.</source>
        <translation>没有预设 {id}。</translation>
    </message>
    <message>
        <source>framewright-cli preset list shows all of them.</source>
        <translation>framewright-cli preset list 会列出全部预设。</translation>
    </message>
    <message>
        <source>There is already a preset &quot;{name}&quot;.</source>
        <translation>已有名为“{name}”的预设。</translation>
    </message>
    <message>
        <source>Choose another name, or replace it.</source>
        <translation>请换一个名称，或替换它。</translation>
    </message>
    <message>
        <source>The run file cannot be planned: {problems}</source>
        <translation>无法规划该运行文件：{problems}</translation>
    </message>
    <message>
        <source>There is no GPU to fit the run to.</source>
        <translation>没有可供适配的目标：本机没有 GPU。</translation>
    </message>
    <message>
        <source>Give the memory of a GPU: --vram 24GiB.</source>
        <translation>请指定显卡的显存：--vram 24GiB。</translation>
    </message>
    <message>
        <source>There is no data for the GPU “{card}”.</source>
        <translation>没有显卡“{card}”的数据。</translation>
    </message>
    <message>
        <source>Known GPUs: {cards}.</source>
        <translation>已知的有：{cards}。</translation>
    </message>
    <message>
        <source>The run cannot be planned: {problem}</source>
        <translation>无法规划该运行：{problem}</translation>
    </message>
    <message>
        <source>“{bucket}” is not a valid clip size.</source>
        <translation>“{bucket}”不是有效的片段尺寸。</translation>
    </message>
    <message>
        <source>Write FRAMESxHEIGHTxWIDTH, such as 49x480x720.</source>
        <translation>请写成 帧数x高x宽，例如 49x480x720。</translation>
    </message>
    <message>
        <source>The run {run} needs too much memory here: {words}.</source>
        <translation>训练 {run} 在此处需要的内存过多：{words}。</translation>
    </message>
    <message>
        <source>Close other programs, or start a new run with a smaller size or batch: framewright-cli train --branch {run} --set KEY=VALUE. Nothing of this run is lost.</source>
        <translation>请关闭其他程序，或以更小的尺寸或批量开始新的训练：framewright-cli train --branch {run} --set KEY=VALUE。此训练没有任何内容丢失。</translation>
    </message>
    <message>
        <source>These settings fit: {fit}. “Fit and resume” uses them to continue from the newest checkpoint, as does framewright-cli train --resume {run} --fit.</source>
        <translation>以下设置可以容纳：{fit}。“适配并恢复”会用它们从最新的检查点继续，framewright-cli train --resume {run} --fit 也一样。</translation>
    </message>
    <message>
        <source>These settings fit: {fit}. They change what is learned, so they need a new run: framewright-cli train --branch {run} {settings}. What was saved is intact.</source>
        <translation>以下设置可以容纳：{fit}。它们会改变学习的内容，因此需要开始新的训练：framewright-cli train --branch {run} {settings}。已保存的内容完整无缺。</translation>
    </message>
    <message>
        <source>No settings fit on this computer ({fit}). Close other programs, or choose a smaller size, batch or rank. What was saved is intact.</source>
        <translation>此处没有任何设置可以容纳（{fit}）。请关闭其他程序，或选择更小的尺寸、批量或秩。已保存的内容完整无缺。</translation>
    </message>
    <message>
        <source>{steps} steps after {warm_up} cannot be measured.</source>
        <translation>无法在 {warm_up} 步之后测量 {steps} 步。</translation>
    </message>
    <message>
        <source>Measure 1 to 1000 steps, after 1 to 1000 others.</source>
        <translation>请在 1 到 1000 步之后测量 1 到 1000 步。</translation>
    </message>
    <message>
        <source>{file} has no samples to measure a loss on.</source>
        <translation>{file} 中没有可用于测量损失的样本。</translation>
    </message>
    <message>
        <source>Choose a dataset that has been precomputed.</source>
        <translation>请选择已完成预计算的数据集。</translation>
    </message>
    <message>
        <source>Only {count} {count:clip|clips} can be used for training: too few to hold any out.</source>
        <translation>可用于训练的片段为 {count} 个：太少，无法留出一部分。</translation>
    </message>
    <message>
        <source>Give at least two videos with captions.</source>
        <translation>请至少提供两个带标注的视频。</translation>
    </message>
    <message>
        <source>{key} is missing: this project has no clips in buckets yet.</source>
        <translation>缺少 {key}：此项目还没有已归入分桶的片段。</translation>
    </message>
    <message>
        <source>Put its clips into buckets on the Dataset page, or choose a dataset file.</source>
        <translation>请在“数据集”页面将片段归入分桶，或选择一个数据集文件。</translation>
    </message>
    <message>
        <source>{key}: the dataset {dataset} has no samples.</source>
        <translation>{key}：数据集 {dataset} 没有样本。</translation>
    </message>
    <message>
        <source>Choose another one, or put clips into buckets.</source>
        <translation>请选择其他数据集，或将片段归入分桶。</translation>
    </message>
    <message>
        <source>{key}: the dataset has no samples of these shapes.</source>
        <translation>{key}：数据集中没有这些形状的样本。</translation>
    </message>
    <message>
        <source>It has {buckets}. An empty list uses all of them.</source>
        <translation>数据集中有 {buckets}。列表留空则全部采用。</translation>
    </message>
    <message>
        <source>The sample model is not at {folder}.</source>
        <translation>{folder} 处没有示例模型。</translation>
    </message>
    <message>
        <source>Install the files of the sample, or choose a model folder of your own.</source>
        <translation>请安装示例文件，或选择您自己的模型文件夹。</translation>
    </message>
    <message>
        <source>{folder} does not exist.</source>
        <translation>{folder} 不存在。</translation>
    </message>
    <message>
        <source>Connect its disk, or remove the folder from the list.</source>
        <translation>请连接其磁盘，或将该文件夹移出列表。</translation>
    </message>
    <message>
        <source>{folder} cannot be read.</source>
        <translation>无法读取 {folder}。</translation>
    </message>
    <message>
        <source>The component “{component}” is missing.</source>
        <translation>缺少组件“{component}”。</translation>
    </message>
    <message>
        <source>{component}: {file} is missing.</source>
        <translation>{component}：缺少 {file}。</translation>
    </message>
    <message>
        <source>{component} cannot be read: {reason}.</source>
        <translation>无法读取 {component}：{reason}。</translation>
    </message>
    <message>
        <source>{component}: shard {numbers} of {count} is missing.</source>
        <translation>{component}：缺少第 {numbers} 个分片（共 {count} 个）。</translation>
    </message>
    <message>
        <source>Download {files} into the component&apos;s folder.</source>
        <translation>请将 {files} 下载到该组件的文件夹。</translation>
    </message>
    <message>
        <source>{file} has no extension that says what kind of file it is.</source>
        <translation>{file} 未表明应为哪种文件。</translation>
    </message>
    <message>
        <source>Use .mp4 or .gif, or no extension for a folder of PNG images.</source>
        <translation>请以 .mp4 或 .gif 作为名称结尾；不写扩展名则输出为 PNG 图片文件夹。</translation>
    </message>
    <message>
        <source>{file} could not be moved to the trash.</source>
        <translation>无法将 {file} 移到回收站。</translation>
    </message>
    <message>
        <source>Delete it in the file manager.</source>
        <translation>请在文件管理器中删除它。</translation>
    </message>
    <message>
        <source>The folder {folder} cannot be created.</source>
        <translation>无法创建文件夹 {folder}。</translation>
    </message>
    <message>
        <source>Free some space, or check that its parent folder is writable.</source>
        <translation>请为其腾出空间，或确保该处可写。</translation>
    </message>
    <message>
        <source>The crop of clip {clip} does not fit within its picture.</source>
        <translation>片段 {clip} 的裁剪区域超出了画面。</translation>
    </message>
    <message>
        <source>Choose another crop for it, or none.</source>
        <translation>为其选择其他裁剪区域，或不裁剪。</translation>
    </message>
    <message>
        <source>{file} needs more memory than is available.</source>
        <translation>{file} 所需的内存超过了可用内存。</translation>
    </message>
    <message>
        <source>Choose a shorter cut, a smaller size or a lower frame rate.</source>
        <translation>请选择更短的片段、更小的尺寸或更低的帧率。</translation>
    </message>
    <message>
        <source>{file} has changed since it was imported.</source>
        <translation>{file} 在导入后已被更改。</translation>
    </message>
    <message>
        <source>Put the original file back, or relink the project to it. To use the new one, import it under another name.</source>
        <translation>请放回原来的文件，或将项目重新链接到它；若要使用新文件，请以另一名称导入。</translation>
    </message>
    <message>
        <source>{sources} {sources:source has changed since it was|sources have changed since they were} imported, the first is {file}.</source>
        <translation>有 {sources} 个源文件在导入后已被更改，第一个是 {file}。</translation>
    </message>
    <message>
        <source>Put the original files back, or relink the project to them. To use the new ones, import them under another name.</source>
        <translation>请放回原来的文件，或将项目重新链接到它们；若要使用新文件，请以其他名称导入。</translation>
    </message>
    <message>
        <source>The crop {crop} does not fit within the picture of {file}, which is {size}.</source>
        <translation>裁剪区域 {crop} 超出了 {file} 的画面，其大小为 {size}。</translation>
    </message>
    <message>
        <source>The latest changes to {file} are in its log, which could not be read: {reason}.</source>
        <translation>{file} 的最新更改在其日志中，但无法读取该日志：{reason}。</translation>
    </message>
    <message>
        <source>Open it where its folder is writable, or close it where it is open.</source>
        <translation>请在其文件夹可写入的地方打开它，或在已打开它的地方将其关闭。</translation>
    </message>
    <message>
        <source>{folder} is on a network drive, so the project is slower and reading waits for writing.</source>
        <translation>{folder} 位于网络驱动器上，因此项目较慢，读取需要等待写入。</translation>
    </message>
    <message>
        <source>Keep the project on a local disk; its clips can stay where they are.</source>
        <translation>请将项目放在本机的磁盘上；片段可以留在原处。</translation>
    </message>
    <message>
        <source>Clips cannot be resampled to {fps} fps.</source>
        <translation>片段无法重采样到 {fps} fps。</translation>
    </message>
    <message>
        <source>Choose a frame rate up to 1000 fps, or 0 to keep the original frames.</source>
        <translation>请选择不超过 1000 fps 的帧率，或用 0 保留原有的帧。</translation>
    </message>
    <message>
        <source>A folder for temporary files cannot be created in {folder}: {reason}.</source>
        <translation>无法在 {folder} 中创建临时文件夹：{reason}。</translation>
    </message>
    <message>
        <source>{count} of the {total} cache entries that the run reads cannot be used:{list}</source>
        <translation>本次训练要读取的 {total} 个缓存条目中有 {count} 个无法使用：{list}</translation>
    </message>
    <message>
        <source>Check data.video_resolution_buckets and validation.held_out_samples. Parts of one video are held out together.</source>
        <translation>请检查 data.video_resolution_buckets 和 validation.held_out_samples。同一视频的各个片段会一起留出。</translation>
    </message>
    <message>
        <source>Resuming from {checkpoint} would discard the run&apos;s later checkpoints, up to step {step}.</source>
        <translation>从 {checkpoint} 继续会丢弃本次训练之后直到第 {step} 步的检查点。</translation>
    </message>
    <message>
        <source>Start a new run from it (--branch {checkpoint}), or first move the later folders elsewhere.</source>
        <translation>请从该检查点开始新的训练（--branch {checkpoint}），或先将之后的文件夹移到别处。</translation>
    </message>
    <message>
        <source>{file} already exists and was left unchanged.</source>
        <translation>{file} 已存在，未作改动。</translation>
    </message>
    <message>
        <source>Choose another name, or move that file.</source>
        <translation>请换一个名称，或将该文件移到别处。</translation>
    </message>
    <message>
        <source>{file} would overwrite {source}, the file it is made from.</source>
        <translation>{file} 会覆盖生成它所用的 {source}。</translation>
    </message>
    <message>
        <source>Choose another name or folder.</source>
        <translation>请换一个名称或文件夹。</translation>
    </message>
    <message>
        <source>{folder} is not empty: it contains {file}.</source>
        <translation>{folder} 不是空文件夹：其中有 {file}。</translation>
    </message>
    <message>
        <source>Choose a new or an empty folder. If an interrupted job left these files, remove them first: none of them are reused.</source>
        <translation>请选择新的或空的文件夹。如果这是中断的任务留下的，请先将其删除；其中的内容不会再被使用。</translation>
    </message>
    <message>
        <source>{file} changed while its clips were encoded, and was left as it is.</source>
        <translation>编码片段期间 {file} 被修改，因此保留其现有内容。</translation>
    </message>
    <message>
        <source>Run precompute again: what has been encoded is in the cache.</source>
        <translation>请重新运行 precompute：已编码的内容保存在缓存中。</translation>
    </message>
    <message>
        <source>{failed} of {total} samples could not be read. They stay in {file}, but cannot be used for training.</source>
        <translation>{total} 个样本中有 {failed} 个无法读取。它们仍保留在 {file} 中，但不能用于训练。</translation>
    </message>
    <message>
        <source>{folder} already contains other files.</source>
        <translation>{folder} 中已有其他文件。</translation>
    </message>
    <message>
        <source>Choose an empty folder, or one that does not exist yet.</source>
        <translation>请选择空文件夹，或尚不存在的文件夹。</translation>
    </message>
    <message>
        <source>{folder} belongs to a job with different {what}: {theirs}.</source>
        <translation>{folder} 属于另一个任务，其 {what} 不同：{theirs}。</translation>
    </message>
    <message>
        <source>Choose another folder, or delete that one.</source>
        <translation>请选择另一个文件夹，或删除该文件夹。</translation>
    </message>
    <message>
        <source>Host memory is running low: {free} of {total} free.</source>
        <translation>主机内存不足：{total} 中仅剩 {free}。</translation>
    </message>
    <message>
        <source>Close other programs, or stream fewer blocks.</source>
        <translation>请关闭其他程序，或减少流式传输的块数。</translation>
    </message>
    <message>
        <source>The disk is filling up: {free} free where the run is written.</source>
        <translation>磁盘即将写满：运行所在磁盘仅剩 {free}。</translation>
    </message>
    <message>
        <source>Free some space before the next checkpoint.</source>
        <translation>请在下一个检查点之前腾出空间。</translation>
    </message>
    <message>
        <source>Device memory is full ({free} free). Some drivers now spill into host memory, which is many times slower.</source>
        <translation>设备显存已满（可用 {free}）：从此时起，某些驱动会改用主机内存，速度会慢许多倍。</translation>
    </message>
    <message>
        <source>Other programs or the driver have taken {bytes} of device memory since the start.</source>
        <translation>自启动以来，{bytes} 的设备显存被其他程序或驱动占用。</translation>
    </message>
    <message>
        <source>Close other programs that use the GPU.</source>
        <translation>请关闭其他使用 GPU 的程序。</translation>
    </message>
    <message>
        <source>The cache {cache} is in use.</source>
        <translation>缓存 {cache} 正在使用中。</translation>
    </message>
    <message>
        <source>Wait until clips are encoded, then clean up again.</source>
        <translation>请等待片段编码完成后再清理。</translation>
    </message>
    <message>
        <source>What the unfinished run {run} needs from the cache cannot be determined: {reason}</source>
        <translation>无法读取未完成的运行 {run} 需要哪些缓存：{reason}</translation>
    </message>
    <message>
        <source>Nothing was removed. Repair or delete this run, then clean up again.</source>
        <translation>未删除任何内容。请修复或删除此运行后再清理。</translation>
    </message>
    <message>
        <source>Check its permissions and the free space.</source>
        <translation>请检查其权限和可用空间。</translation>
    </message>
    <message>
        <source>{file} is in use ({holder}).</source>
        <translation>{file} 正在使用中（{holder}）。</translation>
    </message>
    <message>
        <source>The folder {folder} cannot be created: {reason}.</source>
        <translation>无法创建文件夹 {folder}：{reason}。</translation>
    </message>
    <message>
        <source>Check the permissions and free space of the project&apos;s folder.</source>
        <translation>请检查项目文件夹的权限和空间。</translation>
    </message>
    <message>
        <source>The project {folder} is gone: its folder was deleted, moved or replaced.</source>
        <translation>项目 {folder} 已不存在：其文件夹已被删除、移动或替换。</translation>
    </message>
    <message>
        <source>It cannot be used until you restart Framewright. Runs resume from their newest checkpoint, if they have one.</source>
        <translation>重新启动 Framewright 之前无法再使用它。训练可从最新的检查点继续（如果有）。</translation>
    </message>
    <message>
        <source>Choose a smaller size or batch, stream more blocks (memory.streamed_blocks) or offload activations (memory.activation_offload). What was saved is intact: a run resumes from its newest checkpoint, if it has one.</source>
        <translation>请选择更小的尺寸或批次，流式传输更多块（memory.streamed_blocks），或卸载激活值（memory.activation_offload）。已保存的内容是完整的：运行会从其最新的检查点（如果有）继续。</translation>
    </message>
    <message>
        <source>Free some space, then resume the run. It continues from its newest checkpoint, if it has one.</source>
        <translation>请腾出空间，然后恢复运行：它会从其最新的检查点（如果有）继续。</translation>
    </message>
    <message>
        <source>The cache has grown to {bytes}, more than its limit of {limit}.</source>
        <translation>缓存已达 {bytes}，超过上限 {limit}。</translation>
    </message>
    <message>
        <source>Clean it up in the settings, or raise the limit.</source>
        <translation>请在设置中清理，或提高上限。</translation>
    </message>
    <message>
        <source>Training cannot start from {file}: it contains no {name}.</source>
        <translation>无法以 {file} 为起点开始训练：其中没有 {name}。</translation>
    </message>
    <message>
        <source>Give a LoRA file, or a checkpoint of the same training type, in training.start_from.</source>
        <translation>请在 training.start_from 中填写一个 LoRA 文件，或同类训练的检查点。</translation>
    </message>
    <message>
        <source>{file}: {key} {value} is not carried over.</source>
        <translation>{file}：{key} {value} 未被采用。</translation>
    </message>
    <message>
        <source>{words}: this starts {count} processes, each with its own batch; here a batch is the same on any number of GPUs.</source>
        <translation>{words}：那里有 {count} 个进程一起训练，各用自己的批次；这里无论用多少 GPU，批次都相同。</translation>
    </message>
    <message>
        <source>{words}: this may start several processes, each with its own batch; here a batch is the same on any number of GPUs.</source>
        <translation>{words}：这可能启动多个进程，各用自己的批次；这里无论用多少 GPU，批次都相同。</translation>
    </message>
    <message>
        <source>For the same number of clips per update, multiply training.gradient_accumulation_steps by the number of processes.</source>
        <translation>若要每次更新用同样多的片段，请把 training.gradient_accumulation_steps 乘以进程数。</translation>
    </message>
    <message>
        <source>--{flag} {value}, before the training script: not carried over.</source>
        <translation>--{flag} {value}（位于训练脚本之前）：未采用。</translation>
    </message>
    <message>
        <source>If it changes how the weights are trained, look for a setting with the same purpose.</source>
        <translation>如果它会改变权重的训练方式，请查找作用相同的设置。</translation>
    </message>
    <message>
        <source>--{flag} is not given, so the launcher&apos;s configuration decides.</source>
        <translation>未给出 --{flag}：在那里由启动器的配置决定。</translation>
    </message>
    <message>
        <source>{key} is set to {value}; change it if that configuration says otherwise.</source>
        <translation>这里 {key} 现为 {value}；如果那里的配置不同，请改过来。</translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: {key} must be {wanted}, not {given}.</source>
        <translation>{file}:{line}:{column}：{key} 应为{wanted}，而不是{given}。</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a list of texts</source>
        <translation>文本列表</translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: {key} is {value}, but the model {model} belongs to {family}.</source>
        <translation>{file}:{line}:{column}：{key} 是 {value}，但模型 {model} 属于 {family}。</translation>
    </message>
    <message>
        <source>Set it to {family}, or choose another model folder.</source>
        <translation>请写 {family}，或指定其他模型文件夹。</translation>
    </message>
    <message>
        <source>{file}:{line}:{column}: {key}: the model {model} only does {task}.</source>
        <translation>{file}:{line}:{column}：{key}：模型 {model} 用于 {task}。</translation>
    </message>
    <message>
        <source>Remove the line: the task then follows from the model.</source>
        <translation>请删除此行：任务类型由模型决定。</translation>
    </message>
    <message>
        <source>This build has no networks of the family {family}.</source>
        <translation>本程序不包含 {family} 系列的网络。</translation>
    </message>
    <message>
        <source>It has those of: {known}.</source>
        <translation>它包含以下系列：{known}。</translation>
    </message>
    <message>
        <source>No LoRA file is named.</source>
        <translation>未指定 LoRA 文件。</translation>
    </message>
    <message>
        <source>“{name}” is not an event of the job queue.</source>
        <translation>“{name}”不是任务队列的事件。</translation>
    </message>
    <message>
        <source>&quot;{value}&quot; is not a bucket.</source>
        <translation>“{value}”不是分桶。</translation>
    </message>
    <message>
        <source>{file} is not a whole model that this program knows.</source>
        <translation>{file} 不是本程序认识的完整模型。</translation>
    </message>
    <message>
        <source>Choose a file with transformer and VAE, or a model folder. Supported: {known}.</source>
        <translation>请选择包含 Transformer 和 VAE 的文件，或模型文件夹。支持：{known}。</translation>
    </message>
    <message>
        <source>Choose one from 0 to 1.</source>
        <translation>请选择 0 到 1 之间的值。</translation>
    </message>
    <message>
        <source>{model} takes one image only, as its first frame, and keeps it exactly.</source>
        <translation>{model} 只接受一张图片作为首帧，并完全保留它。</translation>
    </message>
    <message>
        <source>A last image needs sections that are made from the last to the first.</source>
        <translation>最后一张图片要求各段从最后一段向第一段生成。</translation>
    </message>
    <message>
        <source>Set the order of sections to inverted_anti_drifting, or remove the last image.</source>
        <translation>请将段的顺序设为 inverted_anti_drifting，或移除最后一张图片。</translation>
    </message>
    <message>
        <source>A clip of {frames} frames is not made of whole sections of {section} frames.</source>
        <translation>{frames} 帧的片段不是由每段 {section} 帧的完整段组成。</translation>
    </message>
    <message>
        <source>A clip of {frames} latent frames has no section of {window} behind its first frame.</source>
        <translation>{frames} 个潜变量帧的片段在首帧之后没有 {window} 帧的段。</translation>
    </message>
    <message>
        <source>Train on clips that are longer, or on shorter sections.</source>
        <translation>请使用更长的片段，或更短的段进行训练。</translation>
    </message>
    <message>
        <source>{model} takes an image as its first frame and another as its last, and keeps them exactly.</source>
        <translation>{model} 接受一张图片作为首帧、另一张作为末帧，并完全保留它们。</translation>
    </message>
    <message>
        <source>Remove the others, or choose a model that takes images and videos at any frame.</source>
        <translation>请移除其余图片，或选择可在任意帧接受图片和视频的模型。</translation>
    </message>
    <message>
        <source>A clip of {clip} frames has no room for {frames} {frames:frame|frames} at frame {index}.</source>
        <translation>{clip} 帧的片段在第 {index} 帧处放不下 {frames} 帧。</translation>
    </message>
    <message>
        <source>Place the image or video earlier, shorten it, or generate a longer clip.</source>
        <translation>请将图片或视频提前、缩短，或生成更长的片段。</translation>
    </message>
    <message>
        <source>The strength {strength} is not possible.</source>
        <translation>强度不能为 {strength}。</translation>
    </message>
    <message>
        <source>No clip goes into the bucket {bucket}.</source>
        <translation>没有片段归入分桶 {bucket}。</translation>
    </message>
    <message>
        <source>The clips are too short for it or fit another bucket better. Remove it if you do not need it.</source>
        <translation>片段对它来说太短，或更适合另一个分桶。如不需要，请删除它。</translation>
    </message>
    <message>
        <source>The filter knows no {term}: all of its terms must match.</source>
        <translation>筛选不支持 {term}：所有条件都必须满足。</translation>
    </message>
    <message>
        <source>A minus in front excludes a term. In quotes the word is searched for.</source>
        <translation>在条件前加减号表示排除；加引号则搜索该词本身。</translation>
    </message>
    <message>
        <source>{folder} could not be moved to the trash.</source>
        <translation>无法将 {folder} 移到回收站。</translation>
    </message>
    <message>
        <source>The checkpoints need about {needed}, and {free} are free on their disk.</source>
        <translation>检查点约需 {needed}，其所在磁盘剩余 {free}。</translation>
    </message>
    <message>
        <source>Keep fewer checkpoints, or choose another output folder. A run whose disk is full waits.</source>
        <translation>请减少保留的检查点，或换一个输出文件夹。磁盘写满时训练会等待。</translation>
    </message>
    <message>
        <source>The cache needs about {needed}, and {free} are free on its disk.</source>
        <translation>缓存约需 {needed}，其所在磁盘剩余 {free}。</translation>
    </message>
    <message>
        <source>Clean it up in the settings, or choose another folder for it.</source>
        <translation>请在设置中清理，或为它另选一个文件夹。</translation>
    </message>
    <message>
        <source>The run needs {needed} of host memory, and {free} are free.</source>
        <translation>训练需要 {needed} 主机内存，当前可用 {free}。</translation>
    </message>
    <message>
        <source>Close other programs, or stream and offload less.</source>
        <translation>请关闭其他程序，或减少流式加载和卸载。</translation>
    </message>
    <message>
        <source>{captions} {captions:caption has|captions have} more than the {limit} tokens that a text encoder of {model} reads.</source>
        <translation>{captions} 条标注超过 {model} 的一个文本编码器可读取的 {limit} 个词元。</translation>
    </message>
    <message>
        <source>The rest is ignored: shorten them on the Dataset page.</source>
        <translation>其余部分会被忽略：请在“数据集”页面缩短它们。</translation>
    </message>
    <message>
        <source>The bucket {bucket} is {times} times as large as {native}, which {model} is made for.</source>
        <translation>分桶 {bucket} 是 {model} 所适用尺寸 {native} 的 {times} 倍。</translation>
    </message>
    <message>
        <source>Each step takes at least as much longer. Choose smaller buckets on the Dataset page.</source>
        <translation>每一步的耗时至少增加同样的倍数。请在“数据集”页面选择更小的分桶。</translation>
    </message>
    <message>
        <source>{clips} {clips:clip fits|clips fit} no bucket and will not be used.</source>
        <translation>{clips} 个片段不适合任何分桶，将不会使用。</translation>
    </message>
    <message>
        <source>The Dataset page says which, and why.</source>
        <translation>“数据集”页面会说明是哪些以及原因。</translation>
    </message>
    <message>
        <source>{file} was changed, or could not be read, while it was in use.</source>
        <translation>{file} 在使用过程中被更改，或无法读取。</translation>
    </message>
    <message>
        <source>Restore the file and start again. A run goes on from its last checkpoint. To replace a file that is in use, rename the new one to its name.</source>
        <translation>请恢复该文件后重新开始。运行将从上一个检查点继续。若要替换正在使用的文件，请将新文件重命名为其文件名。</translation>
    </message>
    <message>
        <source>The prompt “{prompt}” does not end in a size.</source>
        <translation>提示词“{prompt}”的末尾不是尺寸。</translation>
    </message>
    <message>
        <source>Write the size behind @@@ as FRAMESxHEIGHTxWIDTH, such as @@@49x480x720, or leave out @@@.</source>
        <translation>请在 @@@ 后写 帧数x高x宽，例如 @@@49x480x720，或去掉 @@@。</translation>
    </message>
    <message>
        <source>This run&apos;s clips begin with {images} pictures, one for each prompt: {prompts} prompts do not fit them.</source>
        <translation>此训练的片段以 {images} 张图片开头，每条提示词一张：{prompts} 条提示词与之不符。</translation>
    </message>
    <message>
        <source>Keep as many prompts as there are pictures, in their order.</source>
        <translation>请保持提示词与图片数量相同，顺序一致。</translation>
    </message>
    <message>
        <source>Rank {rank} on {host} failed while {phase}, and the others ended with it: {reason}</source>
        <translation>{host} 上的进程 {rank} 失败（{phase}），其他进程随之结束：{reason}</translation>
    </message>
    <message>
        <source>Rank {rank} on {host} ended without a word while {phase}.</source>
        <translation>{host} 上的进程 {rank} 未留下任何消息就结束了（{phase}）。</translation>
    </message>
    <message>
        <source>It was killed, or its machine or the connection to it failed. Where the system&apos;s log tells of memory that ran out, fewer ranks a machine help. The run resumes from its newest checkpoint.</source>
        <translation>它被终止了，或者它所在的机器或与其的连接出了故障。如果系统日志显示内存耗尽，请减少每台机器上的进程数。训练可以从最新的检查点继续。</translation>
    </message>
    <message>
        <source>{file} was written by another process but is not to be seen here.</source>
        <translation>{file} 由另一个进程写入，但在这里看不到。</translation>
    </message>
    <message>
        <source>With distributed.zero_stage, processes on several machines write a checkpoint together: put the run&apos;s folder where all of them can see it, or set the stage to 0.</source>
        <translation>使用 distributed.zero_stage 时，多台机器上的进程共同写入一个检查点：请把训练文件夹放在所有进程都能看到的位置，或将阶段设为 0。</translation>
    </message>
    <message>
        <source>Ranks {ranks} of {size} did not come to {host}:{port} within {seconds} s.</source>
        <translation>{size} 个进程中，以下进程在 {seconds} 秒内未连接到 {host}:{port}：{ranks}。</translation>
    </message>
    <message>
        <source>Check that each of them was started, and that this address and port can be reached from each machine.</source>
        <translation>请检查每个进程是否都已启动，以及每台机器能否访问该地址和端口。</translation>
    </message>
    <message>
        <source>The work was cancelled at rank {rank}.</source>
        <translation>任务在进程 {rank} 处被取消。</translation>
    </message>
    <message>
        <source>optimizer.clipping is micro_batch, which {ranks} processes cannot do together.</source>
        <translation>optimizer.clipping 为 micro_batch，{ranks} 个进程无法共同执行。</translation>
    </message>
    <message>
        <source>Train in one process, or start a new run with optimizer.clipping = &quot;update&quot;.</source>
        <translation>请用一个进程训练，或新建一个 optimizer.clipping = &quot;update&quot; 的训练。</translation>
    </message>
    <message>
        <source>The list of hosts &quot;{list}&quot; cannot be read.</source>
        <translation>无法读取主机列表 &quot;{list}&quot;。</translation>
    </message>
    <message>
        <source>{launcher} started this process as one of several, but these variables of its environment are missing or wrong: {variables}.</source>
        <translation>{launcher} 将此进程作为多个进程之一启动，但以下环境变量缺失或有误：{variables}。</translation>
    </message>
    <message>
        <source>Start it by torchrun, by srun or by `framewright-cli launch`, which set all of them; to train in one process, unset RANK and WORLD_SIZE.</source>
        <translation>请用 torchrun、srun 或 `framewright-cli launch` 启动，它们会设置所有变量；若要用一个进程训练，请取消设置 RANK 和 WORLD_SIZE。</translation>
    </message>
    <message>
        <source>{program} could not be started: {reason}.</source>
        <translation>无法启动 {program}：{reason}。</translation>
    </message>
    <message>
        <source>Rank {rank} was to do {call} while rank {other} was to do {other_call}.</source>
        <translation>进程 {rank} 要执行 {call}，而进程 {other} 要执行 {other_call}。</translation>
    </message>
    <message>
        <source>Check that all ranks run the same version of the program.</source>
        <translation>请检查所有进程运行的是否为同一版本的程序。</translation>
    </message>
    <message>
        <source>Process {rank} on {host} was ended by signal {signal} ({name}).</source>
        <translation>{host} 上的进程 {rank} 被信号 {signal}（{name}）终止。</translation>
    </message>
    <message>
        <source>Process {rank} on {host} ended with exit code {exit_code}.</source>
        <translation>{host} 上的进程 {rank} 以退出码 {exit_code} 结束。</translation>
    </message>
    <message>
        <source>What it said is in {log}.</source>
        <translation>它的输出在 {log}。</translation>
    </message>
    <message>
        <source>{key}: {value} {value:micro-batch|micro-batches} cannot be dealt out to {processes} processes.</source>
        <translation>{key}：{value} 个微批次无法分配给 {processes} 个进程。</translation>
    </message>
    <message>
        <source>{key}: several processes clip the gradients of whole updates only.</source>
        <translation>{key}：多进程只能对整个更新裁剪梯度。</translation>
    </message>
    <message>
        <source>Choose “update”, or train in one process.</source>
        <translation>请选择“update”，或用单个进程训练。</translation>
    </message>
    <message>
        <source>LibTorch, which trains and generates, is not installed yet.</source>
        <translation>用于训练和生成的 LibTorch 尚未安装。</translation>
    </message>
    <message>
        <source>Install it: on the start page, by Help &gt; Install LibTorch…, or by framewright-cli runtime install. Projects, clips and captions work without it.</source>
        <translation>请安装：在开始页、通过“帮助 &gt; 安装 LibTorch…”，或运行 framewright-cli runtime install。项目、片段和标注无需它也能使用。</translation>
    </message>
    <message>
        <source>LibTorch cannot be loaded: {reason}.</source>
        <translation>无法加载 LibTorch：{reason}。</translation>
    </message>
    <message>
        <source>Remove it and install it again: framewright-cli runtime remove, and then install.</source>
        <translation>请移除后重新安装：先运行 framewright-cli runtime remove，再运行 install。</translation>
    </message>
    <message>
        <source>Nothing on this computer says where Python packages come from, and LibTorch is one.</source>
        <translation>这台电脑上没有任何配置说明 Python 软件包的来源，而 LibTorch 就是其中之一。</translation>
    </message>
    <message>
        <source>Name a package index: install pip (Debian: python3-pip), set index-url in its configuration, or give the address here (--index-url on the command line).</source>
        <translation>请指定软件包索引：安装 pip（Debian：python3-pip），在其配置中设置 index-url，或在此填写地址（命令行为 --index-url）。</translation>
    </message>
    <message>
        <source>The package index has no {package} for this system: {index}.</source>
        <translation>软件包索引中没有适合本系统的 {package}：{index}。</translation>
    </message>
    <message>
        <source>Name another package index: by index-url in pip&apos;s configuration, or here.</source>
        <translation>请指定其他软件包索引：通过 pip 配置中的 index-url，或在此填写。</translation>
    </message>
    <message>
        <source>{address} could not be fetched: {reason}.</source>
        <translation>无法下载 {address}：{reason}。</translation>
    </message>
    <message>
        <source>What arrived as {package} is not the file that was asked for.</source>
        <translation>收到的 {package} 不是所要求的文件。</translation>
    </message>
    <message>
        <source>Something between you and the package index alters files. Install again; if that does not help, use another network or another index.</source>
        <translation>您与软件包索引之间有某个环节改动了文件。请重新安装；若仍不行，请换用其他网络或其他索引。</translation>
    </message>
    <message>
        <source>LibTorch needs {need} in {folder}, and only {free} are free.</source>
        <translation>LibTorch 需要 {folder} 中有 {need} 空间，而只剩 {free}。</translation>
    </message>
    <message>
        <source>Free some space, or set XDG_DATA_HOME to a folder on a larger disk, then install again: it goes on from here.</source>
        <translation>请释放空间，或将 XDG_DATA_HOME 设为更大磁盘上的文件夹，然后重新安装：会从此处继续。</translation>
    </message>
    <message>
        <source>{file} could not be unpacked: {reason}.</source>
        <translation>无法解压 {file}：{reason}。</translation>
    </message>
    <message>
        <source>Install again: it is fetched anew.</source>
        <translation>请重新安装：会重新下载。</translation>
    </message>
    <message>
        <source>LibTorch is being installed or removed by another program: {holder}.</source>
        <translation>另一个程序正在安装或移除 LibTorch：{holder}。</translation>
    </message>
    <message>
        <source>Wait until it is done.</source>
        <translation>请等待其完成。</translation>
    </message>
    <message>
        <source>{file} was not found.</source>
        <translation>未找到 {file}。</translation>
    </message>
    <message>
        <source>Look in the folder that it was moved to, put it back, or remove its clips from the project.</source>
        <translation>请在其移动到的文件夹中查找，或将其放回，或从项目中移除其片段。</translation>
    </message>
    <message>
        <source>The run has no weights to measure a loss with yet.</source>
        <translation>此训练还没有可用于测量损失的权重。</translation>
    </message>
    <message>
        <source>Wait for its first checkpoint; of a full fine-tune only the result can be measured.</source>
        <translation>请等待第一个检查点；全量微调只能测量其结果。</translation>
    </message>
    <message>
        <source>{size} {size:process|processes} cannot be divided into {mesh}.</source>
        <translation>无法将 {size} 个进程划分为 {mesh}。</translation>
    </message>
    <message>
        <source>Start as many processes as the parts multiply to, by launch --nproc, torchrun or srun, or change the parts.</source>
        <translation>请用 launch --nproc、torchrun 或 srun 启动与各部分乘积相等数量的进程，或更改各部分。</translation>
    </message>
    <message>
        <source>Two processes were to compute the two branches of guidance, but this clip has one.</source>
        <translation>本应由两个进程计算引导的两个分支，但此片段只有一个分支。</translation>
    </message>
    <message>
        <source>Leave --guidance-ranks out, or give the clip a guidance scale above 1, which the model must know.</source>
        <translation>请去掉 --guidance-ranks，或为片段设置大于 1 的引导强度（模型须支持）。</translation>
    </message>
    <message>
        <source>optimizer.fused_backward uses each gradient at once, but those of several processes are added up after the backward pass.</source>
        <translation>optimizer.fused_backward 会立即使用每个梯度，而多个进程的梯度要在反向传播之后才相加。</translation>
    </message>
    <message>
        <source>Remove the line, and save memory with distributed.zero_stage = 2 or 3 instead; or start the run with one process.</source>
        <translation>请删除该行，改用 distributed.zero_stage = 2 或 3 来节省内存；或者用一个进程启动运行。</translation>
    </message>
    <message>
        <source>The loss or gradients of step {step} were not finite, and optimizer.fused_backward had used them before that was known: the weights in memory are spoiled.</source>
        <translation>第 {step} 步的损失或梯度不是有限值，而 optimizer.fused_backward 在得知之前已经使用了它们：内存中的权重已损坏。</translation>
    </message>
    <message>
        <source>Resume from the last checkpoint with a lower optimizer.lr, or without optimizer.fused_backward, which skips such a step.</source>
        <translation>请从最近的检查点以更小的 optimizer.lr 继续，或不使用 optimizer.fused_backward：那样会跳过这样的步骤。</translation>
    </message>
    <message>
        <source>{ranks} processes compute {shares} {shares:micro-batch|micro-batches} at a time, which does not divide the {micro_batches} of an update, and a run learns the same on any number of processes.</source>
        <translation>{ranks} 个进程每次计算 {shares} 个微批次，不能整除一次更新的 {micro_batches} 个微批次，而训练结果不随进程数改变。</translation>
    </message>
    <message>
        <source>Start as many processes as divide training.gradient_accumulation_steps (it counts the micro-batches of all of them), let more of them share each sample (distributed.ulysses), or start a new run in which it is a multiple of {shares}.</source>
        <translation>请让进程数能整除 training.gradient_accumulation_steps（它统计所有进程的微批次），或让更多进程共同计算每个样本（distributed.ulysses），或新建一个训练，使它是 {shares} 的倍数。</translation>
    </message>
    <message>
        <source>Choose a multiple of {shares}.</source>
        <translation>请选择 {shares} 的倍数。</translation>
    </message>
    <message>
        <source>{key}: {processes} processes cannot form groups of {group} that share each sample.</source>
        <translation>{key}：{processes} 个进程无法分成每组 {group} 个、共同计算每个样本的小组。</translation>
    </message>
    <message>
        <source>Choose a number of processes that {group} divides, or one process.</source>
        <translation>请选择能被 {group} 整除的进程数，或单个进程。</translation>
    </message>
    <message>
        <source>A balanced device map gives all GPUs to one process, but {processes} make this clip.</source>
        <translation>均衡的设备映射把所有 GPU 交给一个进程，但此片段由 {processes} 个进程生成。</translation>
    </message>
    <message>
        <source>Start one process, or leave the device map out: then each process has its own GPU.</source>
        <translation>请只启动一个进程，或去掉设备映射：这样每个进程各用一个 GPU。</translation>
    </message>
    <message>
        <source>A balanced device map places the model over GPUs, but this clip is made on the CPU.</source>
        <translation>均衡的设备映射把模型分布到多个 GPU，但此片段在 CPU 上生成。</translation>
    </message>
    <message>
        <source>Leave the device map out.</source>
        <translation>请去掉设备映射。</translation>
    </message>
    <message>
        <source>A balanced device map and streamed blocks cannot be used together.</source>
        <translation>均衡的设备映射与流式块不能同时使用。</translation>
    </message>
    <message>
        <source>Leave one of them out: all blocks stay on the GPUs, or some come from host memory.</source>
        <translation>请去掉其中一项：要么所有块都留在 GPU 上，要么部分块来自主机内存。</translation>
    </message>
    <message>
        <source>For clips alone: generate --device-map balanced places one over all GPUs.</source>
        <translation>仅用于片段：generate --device-map balanced 会把模型分布到所有 GPU。</translation>
    </message>
    <message>
        <source>End other programs that use them, keep its weights in fewer bits (quantization), or keep blocks in host memory (streamed blocks) on one device.</source>
        <translation>请结束占用这些设备的其他程序，用更少的位数保存权重（量化），或在单个设备上把部分块留在主机内存（流式块）。</translation>
    </message>
    <message>
        <source>The transformer&apos;s {bytes} do not fit into what is free: {free}.</source>
        <translation>Transformer 的 {bytes} 放不进空闲内存：{free}。</translation>
    </message>
    <message>
        <source>The largest bucket that is used, {bucket}, has pictures {times} times smaller than {native}, which {model} is made for.</source>
        <translation>所用的最大分桶 {bucket} 的画面面积只有 {model} 所适用尺寸 {native} 的 {times} 分之一。</translation>
    </message>
    <message>
        <source>Choose larger buckets on the Dataset page: what is learned here may not carry over to that size.</source>
        <translation>请在“数据集”页面选择更大的分桶：在此学到的内容不一定适用于该尺寸。</translation>
    </message>
    <message>
        <source>{unused} of {samples} {samples:sample|samples} will not be used: data.video_resolution_buckets leaves their buckets out.</source>
        <translation>{samples} 个样本中有 {unused} 个不会被使用：data.video_resolution_buckets 未包含它们的分桶。</translation>
    </message>
    <message>
        <source>The dataset has {buckets}. An empty list uses all of them.</source>
        <translation>数据集包含 {buckets}。列表为空时使用全部分桶。</translation>
    </message>
    <message>
        <source>The checkpoints and the cache need about {needed} together, and {free} are free on their disk.</source>
        <translation>检查点和缓存共需约 {needed}，而所在磁盘只剩 {free} 可用。</translation>
    </message>
    <message>
        <source>Keep fewer checkpoints, or choose another folder for one of them.</source>
        <translation>请保留更少的检查点，或为其中之一选择其他文件夹。</translation>
    </message>
    <message>
        <source>Delete it with a file manager.</source>
        <translation>请用文件管理器删除。</translation>
    </message>
    <message>
        <source>the checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>the result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>The run ended at step {step} before {saved} could be saved: {reason}</source>
        <translation>运行在第 {step} 步结束，未能保存{saved}：{reason}</translation>
    </message>
    <message>
        <source>The disk has too little room: a checkpoint takes {checkpoint} and the result {result}, and {free} are free in {folder}.</source>
        <translation>磁盘空间不足：一个检查点需要 {checkpoint}，结果需要 {result}，而 {folder} 中只有 {free} 可用。</translation>
    </message>
    <message>
        <source>Free some space there. A run whose disk is full waits, and loses nothing.</source>
        <translation>请在那里腾出空间。磁盘已满时运行会等待，不会丢失任何内容。</translation>
    </message>
    <message>
        <source>The run waits for the disk: {saved} of step {step} takes {needed}, and {free} are free in {folder}. {reason}</source>
        <translation>运行正在等待磁盘：第 {step} 步的{saved}需要 {needed}，而 {folder} 中只有 {free} 可用。{reason}</translation>
    </message>
    <message>
        <source>Free some space there: it is tried again by itself. Pausing or stopping ends the run without it.</source>
        <translation>请在那里腾出空间：程序会自动重试。暂停或停止会在未保存的情况下结束运行。</translation>
    </message>
    <message>
        <source>This clip is a part of {file}, which this layout cannot express; it is not exported.</source>
        <translation>此片段是 {file} 的一部分，该布局无法表示；不会导出。</translation>
    </message>
    <message>
        <source>{file} does not hold the {part} of a model that this program knows.</source>
        <translation>{file} 中没有本程序所知模型的 {part}。</translation>
    </message>
    <message>
        <source>Give the folder of this component, with its config.json, or a model&apos;s single file that holds it.</source>
        <translation>请指定该组件的文件夹（其中含有 config.json），或包含该组件的模型单文件。</translation>
    </message>
    <message>
        <source>These runs cannot be found, so what they need from the cache is not known:{runs}</source>
        <translation>找不到这些运行，因此不知道它们需要缓存中的哪些内容：{runs}</translation>
    </message>
    <message>
        <source>Nothing was removed. Connect their disk, or clean up without --yes and confirm that they are given up. A run that has moved counts again once it is resumed from its new place.</source>
        <translation>未删除任何内容。请连接其所在的磁盘，或在不使用 --yes 的情况下清理并确认放弃这些运行。已移动的运行在新位置恢复后会重新计入。</translation>
    </message>
    <message>
        <source>Training cannot start from {file}: it is not as it was written.</source>
        <translation>无法从 {file} 开始训练：该文件的内容与写入时不同。</translation>
    </message>
    <message>
        <source>Start from an older checkpoint.</source>
        <translation>请从更早的检查点开始。</translation>
    </message>
    <message>
        <source>an XML file</source>
        <translation> XML 文件</translation>
    </message>
    <message>
        <source>a GGUF file</source>
        <translation> GGUF 文件</translation>
    </message>
    <message>
        <source>a GGML file</source>
        <translation> GGML 文件</translation>
    </message>
    <message>
        <source>a ZIP archive, such as PyTorch&apos;s .bin, .pt and .ckpt files</source>
        <translation> ZIP 压缩包，例如 PyTorch 的 .bin、.pt 和 .ckpt 文件</translation>
    </message>
    <message>
        <source>a pickle, such as older PyTorch files</source>
        <translation> pickle 文件，例如较早的 PyTorch 文件</translation>
    </message>
    <message>
        <source>an HDF5 file</source>
        <translation> HDF5 文件</translation>
    </message>
    <message>
        <source>a NumPy file</source>
        <translation> NumPy 文件</translation>
    </message>
    <message>
        <source>a gzip archive</source>
        <translation> gzip 压缩包</translation>
    </message>
    <message>
        <source>a zstd archive</source>
        <translation> zstd 压缩包</translation>
    </message>
    <message>
        <source>a 7-Zip archive</source>
        <translation> 7-Zip 压缩包</translation>
    </message>
    <message>
        <source>a RAR archive</source>
        <translation> RAR 压缩包</translation>
    </message>
    <message>
        <source>a JSON file</source>
        <translation> JSON 文件</translation>
    </message>
    <message>
        <source>a Git LFS pointer</source>
        <translation> Git LFS 指针</translation>
    </message>
    <message>
        <source>a web page</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>{file} is a Git LFS pointer: the file itself was not downloaded.</source>
        <translation>{file} 是 Git LFS 指针：文件本身尚未下载。</translation>
    </message>
    <message>
        <source>Run git lfs pull in its folder, or download the file from the model&apos;s page.</source>
        <translation>请在其所在文件夹中运行 git lfs pull，或从模型页面下载该文件。</translation>
    </message>
    <message>
        <source>{file} is {kind}, not a safetensors file.</source>
        <translation>{file} 是{kind}，不是 safetensors 文件。</translation>
    </message>
    <message>
        <source>Download the model&apos;s .safetensors files; you may have to log in first. Files of other formats have to be converted.</source>
        <translation>请下载模型的 .safetensors 文件；可能需要先登录。其他格式的文件须先转换。</translation>
    </message>
    <message>
        <source>{file} begins with zeros: its download did not finish.</source>
        <translation>{file} 以零开头：下载没有完成。</translation>
    </message>
    <message>
        <source>Download it again.</source>
        <translation>请重新下载。</translation>
    </message>
    <message>
        <source>An older version trained these weights up to step {step} with the image repeated in the padding frame of each clip. Generated clips never have it there.</source>
        <translation>旧版本训练这些权重直到第 {step} 步时，在每个片段的填充帧中也重复了图像。生成的片段在那里从不含有图像。</translation>
    </message>
    <message>
        <source>Training continues without this error. To train without it from the first step, start a new run.</source>
        <translation>训练会在没有此错误的情况下继续。要从第一步起就避免它，请开始新的运行。</translation>
    </message>
    <message>
        <source>Rank {rank} on {host} made no progress for {seconds} s while {phase}, and the others waited.</source>
        <translation>{host} 上的进程 {rank} 在 {seconds} 秒内没有进展，其他进程一直在等待（{phase}）。</translation>
    </message>
    <message>
        <source>It hangs, or one step of its work takes longer than distributed.timeout_s: raise that setting in the run&apos;s run.toml. The run resumes from its newest checkpoint.</source>
        <translation>它卡住了，或者其工作的某一步超过了 distributed.timeout_s：请在该训练的 run.toml 中调大此设置。训练可以从最新的检查点继续。</translation>
    </message>
    <message>
        <source>Rank 0 cannot listen on {host}:{port}: {reason}</source>
        <translation>进程 0 无法在 {host}:{port} 上监听：{reason}</translation>
    </message>
    <message>
        <source>Set MASTER_ADDR to an address of rank 0&apos;s machine and MASTER_PORT to a port that no other program uses.</source>
        <translation>请将 MASTER_ADDR 设为进程 0 所在机器的地址，将 MASTER_PORT 设为其他程序未使用的端口。</translation>
    </message>
    <message>
        <source>Process {rank} on {host} was killed: it did not end within {seconds} s.</source>
        <translation>{host} 上的进程 {rank} 已被强制终止：它没有在 {seconds} 秒内结束。</translation>
    </message>
    <message>
        <source>Steps since its newest checkpoint may be lost. The run resumes from that checkpoint.</source>
        <translation>最新检查点之后的步骤可能已丢失。训练可以从该检查点继续。</translation>
    </message>
    <message>
        <source>The run has no older one. Start it again: framewright-cli train &apos;{run}/run.toml&apos;</source>
        <translation>此运行没有更早的检查点。请重新开始：framewright-cli train &apos;{run}/run.toml&apos;</translation>
    </message>
    <message>
        <source>Move it out of the run, which then resumes from step {older}: mv &apos;{folder}&apos; &apos;{run}/damaged-{step}&apos;, then framewright-cli train --resume &apos;{run}&apos;</source>
        <translation>请将其移出此运行，之后可从第 {older} 步恢复：mv &apos;{folder}&apos; &apos;{run}/damaged-{step}&apos;，然后 framewright-cli train --resume &apos;{run}&apos;</translation>
    </message>
    <message>
        <source>{count} of the {total} samples cannot be trained on ({missing} are missing, {broken} could not be encoded):{list}</source>
        <translation>{total} 个样本中有 {count} 个无法用于训练（{missing} 个缺失，{broken} 个无法编码）：{list}</translation>
    </message>
    <message>
        <source>Connect the disk or replace the clips, then resume the run: what has been encoded is kept. To train without them, start it again with data.allow_unreadable = true.</source>
        <translation>请连接磁盘或替换这些片段，然后恢复运行：已编码的内容会保留。若要不使用它们进行训练，请以 data.allow_unreadable = true 重新开始。</translation>
    </message>
    <message>
        <source>Remove the cause and resume the run; its checkpoints are intact.</source>
        <translation>请排除原因后恢复运行；其检查点完好无损。</translation>
    </message>
    <message>
        <source>What was saved earlier is intact. Remove the cause, then resume the run from its newest checkpoint.</source>
        <translation>之前保存的内容完好无损。请排除原因，然后从最新的检查点恢复运行。</translation>
    </message>
    <message>
        <source>The run waits because its cache {folder} cannot be reached. {reason}</source>
        <translation>运行正在等待，因为无法访问其缓存 {folder}。{reason}</translation>
    </message>
    <message>
        <source>Connect its drive again: the run then continues by itself. Pausing or stopping ends the run with a checkpoint.</source>
        <translation>请重新连接其驱动器：之后运行会自动继续。暂停或停止会保存检查点并结束运行。</translation>
    </message>
    <message>
        <source>The run waits because {saved} of step {step} cannot be saved. {reason}</source>
        <translation>运行正在等待，因为无法保存第 {step} 步的{saved}。{reason}</translation>
    </message>
    <message>
        <source>Make the folder writable: the run then continues by itself. Pausing or stopping ends the run without it.</source>
        <translation>请使该文件夹可写：之后运行会自动继续。暂停或停止会在未保存的情况下结束运行。</translation>
    </message>
    <message>
        <source>To use several GPUs, start the run with `framewright-cli launch --nproc`; see distributed.*.</source>
        <translation>要使用多个 GPU，请用 `framewright-cli launch --nproc` 启动训练；参见 distributed.*。</translation>
    </message>
    <message>
        <source>{file} does not start a training: no command in it runs a training script with flags.</source>
        <translation>{file} 没有启动训练：其中没有命令带参数运行训练脚本。</translation>
    </message>
    <message>
        <source>For the same number of clips per update, set training.gradient_accumulation_steps = {steps}. To use as many GPUs here: framewright-cli launch --nproc {count} -- train RUN.toml.</source>
        <translation>若要每次更新使用相同数量的片段，请设置 training.gradient_accumulation_steps = {steps}。若要在此使用同样多的 GPU：framewright-cli launch --nproc {count} -- train RUN.toml。</translation>
    </message>
    <message>
        <source>{file} starts a training of {trainer}, whose scripts Framewright does not read.</source>
        <translation>{file} 启动的是 {trainer} 的训练，Framewright 不读取其脚本。</translation>
    </message>
    <message>
        <source>Start from a preset instead: the guide&apos;s page &quot;Coming from another trainer&quot; lists what the settings are called here.</source>
        <translation>请改用预设：指南中的“Coming from another trainer”页面列出了各设置在此处的名称。</translation>
    </message>
    <message>
        <source>{program} is not recognised as a script of finetrainers or CogVideoX-Factory.</source>
        <translation>未能将 {program} 识别为 finetrainers 或 CogVideoX-Factory 的脚本。</translation>
    </message>
    <message>
        <source>{file}, line {line}: {flag} belongs to no command, since a comment or an empty line ends the one before it.</source>
        <translation>{file} 第 {line} 行：{flag} 不属于任何命令，因为注释或空行结束了前一条命令。</translation>
    </message>
    <message>
        <source>Remove the comments and empty lines between the flags of a command.</source>
        <translation>请删除命令各参数之间的注释和空行。</translation>
    </message>
    <message>
        <source>{file}, which the launcher reads, was not found, so nothing of it is carried over.</source>
        <translation>未找到启动器要读取的 {file}，因此其中的内容都没有沿用。</translation>
    </message>
    <message>
        <source>{file} sets {variables} for its commands.</source>
        <translation>{file} 为其命令设置了 {variables}。</translation>
    </message>
    <message>
        <source>--{flag}: finetrainers reads this flag and does nothing with it; here it has an effect.</source>
        <translation>--{flag}：finetrainers 读取此参数但不使用；在此处它会生效。</translation>
    </message>
    <message>
        <source>To train as finetrainers does, set {key} = false.</source>
        <translation>要与 finetrainers 的训练一致，请设置 {key} = false。</translation>
    </message>
    <message>
        <source>The caption is {value}, not text.</source>
        <translation>标注是 {value}，不是文本。</translation>
    </message>
    <message>
        <source>Write the caption as text. The clip is imported without a caption.</source>
        <translation>请将标注写成文本。该片段将不带标注导入。</translation>
    </message>
    <message>
        <source>{list} is not UTF-8 text.</source>
        <translation>{list} 不是 UTF-8 文本。</translation>
    </message>
    <message>
        <source>Save it as UTF-8: spreadsheets call it &quot;CSV UTF-8&quot;.</source>
        <translation>请另存为 UTF-8：电子表格软件称之为“CSV UTF-8”。</translation>
    </message>
    <message>
        <source>{list} cannot be used: {reason}.</source>
        <translation>{list} 无法使用：{reason}。</translation>
    </message>
    <message>
        <source>Correct the file.</source>
        <translation>请更正该文件。</translation>
    </message>
    <message>
        <source>{file} does not exist; it is a Windows path.</source>
        <translation>{file} 不存在；这是 Windows 路径。</translation>
    </message>
    <message>
        <source>Write paths with / and relative to the list, or to the folder of --data-root.</source>
        <translation>请使用 / 书写路径，并相对于列表或 --data-root 指定的文件夹。</translation>
    </message>
    <message>
        <source>{folder} contains no videos or pictures.</source>
        <translation>{folder} 中没有视频或图片。</translation>
    </message>
    <message>
        <source>Choose the folder that contains them.</source>
        <translation>请选择包含它们的文件夹。</translation>
    </message>
    <message>
        <source>{files} {files:file was|files were} not imported, since {files:its name is|their names are} not that of a video, picture or caption: {names}.</source>
        <translation>{files} 个文件未导入，因为其名称不是视频、图片或标注的名称：{names}。</translation>
    </message>
    <message>
        <source>If one of them is a video, add that file itself.</source>
        <translation>如果其中有视频，请单独添加该文件。</translation>
    </message>
    <message>
        <source>Deinterlace it before you import it: ffmpeg -i IN -vf bwdif=mode=send_frame -crf 12 OUT.mp4.</source>
        <translation>导入前请先去隔行：ffmpeg -i IN -vf bwdif=mode=send_frame -crf 12 OUT.mp4。</translation>
    </message>
    <message>
        <source>{file} has transparent parts, which are shown on black.</source>
        <translation>{file} 有透明部分，将显示在黑色背景上。</translation>
    </message>
    <message>
        <source>If black is not what you want, put a background behind it before you import it.</source>
        <translation>如果不想要黑色，请在导入前为其添加背景。</translation>
    </message>
    <message>
        <source>Find them with the filter is:interlaced, deinterlace the files and import those.</source>
        <translation>请用过滤条件 is:interlaced 查找，将文件去隔行后再导入。</translation>
    </message>
    <message>
        <source>{clips} {clips:clip has|clips have} transparent parts, which are shown on black.</source>
        <translation>{clips} 个片段有透明部分，将显示在黑色背景上。</translation>
    </message>
    <message>
        <source>Find them with the filter is:transparent.</source>
        <translation>请用过滤条件 is:transparent 查找。</translation>
    </message>
    <message>
        <source>Rename the file, export cut clips, or choose a CSV or JSONL layout.</source>
        <translation>请重命名文件、导出剪切后的片段，或选择 CSV 或 JSONL 布局。</translation>
    </message>
    <message>
        <source>The caption of {file} has changed since the clip was imported; the project keeps its own.</source>
        <translation>{file} 的标注自片段导入后已更改；项目保留自己的标注。</translation>
    </message>
    <message>
        <source>To take the new one, import again with &quot;Update captions&quot; (--update-captions). The one in the project stays in the clip&apos;s history.</source>
        <translation>要采用新标注，请启用“更新标注”(--update-captions) 重新导入。项目中的标注会保留在该片段的历史记录中。</translation>
    </message>
    <message>
        <source>{file} is a file, but a project is a folder.</source>
        <translation>{file} 是文件，而项目是文件夹。</translation>
    </message>
    <message>
        <source>Name the project&apos;s folder first, then the files.</source>
        <translation>请先写项目文件夹，再写文件。</translation>
    </message>
    <message>
        <source>{file} is a configuration file of {trainer}, which Framewright does not read.</source>
        <translation>{file} 是 {trainer} 的配置文件，Framewright 不读取它。</translation>
    </message>
    <message>
        <source>Import the folder of videos with `dataset import`, and start from a preset: the guide&apos;s page &quot;Coming from another trainer&quot; lists what the settings are called here.</source>
        <translation>请用 `dataset import` 导入视频文件夹，并从预设开始：指南中的“Coming from another trainer”页面列出了各设置在此处的名称。</translation>
    </message>
    <message>
        <source>Settings that the command leaves out have Framewright&apos;s defaults; check each one.</source>
        <translation>命令中未给出的设置采用 Framewright 的默认值；请逐一检查。</translation>
    </message>
    <message>
        <source>Put it next to the script, or set precision, accumulation, clipping, offload and ZeRO yourself.</source>
        <translation>请将它放在脚本旁，或自行设置精度、累积、裁剪、卸载和 ZeRO。</translation>
    </message>
    <message>
        <source>Set the variables that you still need before you start Framewright.</source>
        <translation>请在启动 Framewright 之前设置仍然需要的变量。</translation>
    </message>
    <message>
        <source>{file} is interlaced: moving edges have comb lines. It is used as it is.</source>
        <translation>{file} 是隔行扫描：运动边缘有梳状纹。将按原样使用。</translation>
    </message>
    <message>
        <source>{clips} {clips:clip is|clips are} interlaced: moving edges have comb lines.</source>
        <translation>{clips} 个片段是隔行扫描：运动边缘有梳状纹。</translation>
    </message>
    <message>
        <source>The name of {file} contains a line break, or starts or ends with a space, which this layout cannot hold; the clip is not exported.</source>
        <translation>{file} 的名称含有换行，或以空格开头或结尾，此布局无法容纳；该片段未导出。</translation>
    </message>
    <message>
        <source>{module} changes weights by up to {change}; half precision holds at most 65504.</source>
        <translation>{module} 使权重的改变高达 {change}；半精度最大只能表示 65504。</translation>
    </message>
    <message>
        <source>The file is unusable: it is damaged, or its alpha of {alpha} is wrong.</source>
        <translation>该文件无法使用：它已损坏，或者其 alpha 值 {alpha} 有误。</translation>
    </message>
    <message>
        <source>{tensor} cannot be merged: its values leave the range of {dtype}.</source>
        <translation>无法合并 {tensor}：其数值超出 {dtype} 的范围。</translation>
    </message>
    <message>
        <source>Lower the weights of the LoRAs, or merge into a model that is stored in bf16 or fp32.</source>
        <translation>请降低 LoRA 的权重，或合并到以 bf16 或 fp32 存储的模型中。</translation>
    </message>
    <message>
        <source>The model computed infinite values or NaN while {phase}.</source>
        <translation>模型在“{phase}”阶段算出了无穷大或 NaN。</translation>
    </message>
    <message>
        <source>Compute in bf16 or fp32 instead of fp16, or lower the LoRA weights. If the LoRA or the model comes from a run that diverged, use an older checkpoint.</source>
        <translation>请用 bf16 或 fp32 代替 fp16 计算，或降低 LoRA 的权重。如果 LoRA 或模型来自已发散的训练，请使用较早的检查点。</translation>
    </message>
    <message>
        <source>{file} cannot be used as a LoRA: {problems}.</source>
        <translation>{file} 不能用作 LoRA：{problems}。</translation>
    </message>
    <message>
        <source>Check its permissions, or copy or download it again.</source>
        <translation>请检查其权限，或重新复制或下载。</translation>
    </message>
    <message>
        <source>{file} holds quantized weights ({kind}), which cannot be used: {tensor}.</source>
        <translation>{file} 含有量化权重（{kind}），无法使用：{tensor}。</translation>
    </message>
    <message>
        <source>Some captions of this run lack its trigger word: an older version left it out if a caption began with the same letters.</source>
        <translation>此训练的部分标注缺少触发词：当标注以相同字母开头时，旧版本没有添加它。</translation>
    </message>
    <message>
        <source>The run keeps its captions. To train with the word in all of them, start a new run.</source>
        <translation>该训练保留其标注。要在所有标注中使用触发词进行训练，请启动新的训练。</translation>
    </message>
    <message>
        <source>The model is incomplete: {parts} {count:has|have} no weights (.safetensors).</source>
        <translation>模型不完整：{parts} 没有权重（.safetensors）。</translation>
    </message>
    <message>
        <source>The project&apos;s clips have changed since this dataset was frozen ({time}): {changes}.</source>
        <translation>自该数据集冻结（{time}）以来，项目中的片段已有更改：{changes}。</translation>
    </message>
    <message>
        <source>Update it to train on the clips as they are when the run starts.</source>
        <translation>更新数据集，即可使用训练开始时的片段进行训练。</translation>
    </message>
    <message>
        <source>Encode in tiles (data.vae_tiling, or --vae-tiling), stream the text encoder (validation.text_encoder, or --text-encoder stream), or choose smaller buckets. What was encoded is kept.</source>
        <translation>请分块编码（data.vae_tiling 或 --vae-tiling）、流式加载文本编码器（validation.text_encoder 或 --text-encoder stream），或选择更小的分桶。已编码的内容会保留。</translation>
    </message>
    <message>
        <source>{file} is the frozen dataset of the run {run}.</source>
        <translation>{file} 是运行 {run} 的冻结数据集。</translation>
    </message>
    <message>
        <source>{dataset} is not encoded as the model {model} needs it: {differences}.</source>
        <translation>{dataset} 的编码方式不符合模型 {model} 的需要：{differences}。</translation>
    </message>
    <message>
        <source>Encode it for this model: framewright-cli precompute {arguments}</source>
        <translation>请为此模型编码：framewright-cli precompute {arguments}</translation>
    </message>
    <message>
        <source>Encode what is missing: framewright-cli precompute {arguments}</source>
        <translation>请编码缺少的部分：framewright-cli precompute {arguments}</translation>
    </message>
    <message>
        <source>Encode without tiles: set data.vae_tiling = false, or leave out --vae-tiling of precompute.</source>
        <translation>请不分块编码：设置 data.vae_tiling = false，或在 precompute 中去掉 --vae-tiling。</translation>
    </message>
    <message>
        <source>Delete this sample&apos;s files from the cache and resume the run: it encodes them again.</source>
        <translation>请从缓存中删除此样本的文件，然后恢复该运行：它会重新编码。</translation>
    </message>
    <message>
        <source>`framewright-cli train --resume {run}` encodes what it lacks. To encode it with other options, write to another file with --out.</source>
        <translation>`framewright-cli train --resume {run}` 会编码其中缺少的部分。要用其他选项编码，请用 --out 写入另一个文件。</translation>
    </message>
    <message>
        <source>The run {run} needs cache entries that cannot be created again: {reason}</source>
        <translation>运行 {run} 需要的缓存条目无法重新生成：{reason}</translation>
    </message>
    <message>
        <source>Restore the model (model.folder, model.parts) and the videos that the run was encoded from. Or continue as a new run, which encodes for itself: framewright-cli train --branch {run}</source>
        <translation>请恢复该运行编码时所用的模型（model.folder、model.parts）和视频。也可以作为新运行继续，由它自行编码：framewright-cli train --branch {run}</translation>
    </message>
    <message>
        <source>Cache entries that {dataset} needs are missing or damaged. The first one is {file}.</source>
        <translation>{dataset} 需要的缓存条目缺失或已损坏。第一个是 {file}。</translation>
    </message>
    <message>
        <source>Try again: training recreates the entry, and measuring a loss shows the command that does.</source>
        <translation>请重试：训练会重新生成该条目，测量损失时会显示相应的命令。</translation>
    </message>
    <message>
        <source>Delete the damaged files, then start or resume the run: it encodes missing entries with its own settings.</source>
        <translation>请删除损坏的文件，然后启动或恢复该运行：它会用自己的设置编码缺失的条目。</translation>
    </message>
    <message>
        <source>Clips of {bucket} cannot be encoded in tiles: this VAE&apos;s tiles are {height}x{width} pixels apart, which is not a multiple of {factor}.</source>
        <translation>{bucket} 的片段无法用图块编码：此 VAE 的图块相隔 {height}x{width} 像素，不是 {factor} 的倍数。</translation>
    </message>
    <message>
        <source>{card} is too old for LibTorch&apos;s kernels.</source>
        <translation>{card} 过旧，LibTorch 没有适用于它的内核。</translation>
    </message>
    <message>
        <source>Training and previews need compute capability 7.5: an RTX 20 series card or newer.</source>
        <translation>训练和预览需要计算能力 7.5：RTX 20 系列或更新的显卡。</translation>
    </message>
    <message>
        <source>{card} (compute capability {capability}) cannot compute attention in bf16.</source>
        <translation>{card}（计算能力 {capability}）无法以 bf16 计算注意力。</translation>
    </message>
    <message>
        <source>Use fp16 on cards before the RTX 30 series (compute capability 8.0).</source>
        <translation>在 RTX 30 系列（计算能力 8.0）之前的显卡上请使用 fp16。</translation>
    </message>
    <message>
        <source>“{name}” cannot be the name of a file or folder.</source>
        <translation>“{name}”不能用作文件或文件夹的名称。</translation>
    </message>
    <message>
        <source>Use up to 200 bytes, no slash, no dot at the start and no blank at either end.</source>
        <translation>最多 200 字节，不含斜杠，不以点开头，首尾没有空格。</translation>
    </message>
    <message>
        <source>{clips} {clips:clip loses|clips lose} up to {percent}% of the picture: no bucket of this model and budget with at least {batch} {batch:clip|clips} fits the shape better.</source>
        <translation>{clips} 个片段最多损失 {percent}% 的画面：在此模型和预算下，没有至少含 {batch} 个片段且形状更合适的分桶。</translation>
    </message>
    <message>
        <source>Crop or remove the clip, or choose its bucket yourself.</source>
        <translation>请裁剪或移除该片段，或自行选择它的分桶。</translation>
    </message>
    <message>
        <source>{folder} could not be created: {place} is read-only.</source>
        <translation>无法创建 {folder}：{place} 是只读的。</translation>
    </message>
    <message>
        <source>Choose a location that you can write to.</source>
        <translation>请选择可以写入的位置。</translation>
    </message>
    <message>
        <source>Changes that were not saved are kept while the window is open. Put the folder back, locate the project, or save a copy.</source>
        <translation>窗口打开期间会保留未保存的更改。请把文件夹放回原处、查找项目，或保存副本。</translation>
    </message>
    <message>
        <source>{names} did not finish in the last session.</source>
        <translation>{names}：在上次会话中没有完成。</translation>
    </message>
    <message>
        <source>Resume it, or choose on the Start page.</source>
        <translation>请继续，或在开始页选择。</translation>
    </message>
    <message>
        <source>NCCL, which connects the GPUs, failed: {reason}.</source>
        <translation>连接各 GPU 的 NCCL 失败：{reason}。</translation>
    </message>
    <message>
        <source>In a container, NCCL needs more than 64 MB of /dev/shm: start it with --shm-size=1g. Where GPUs cannot reach each other&apos;s memory, as behind some IOMMUs, set NCCL_P2P_DISABLE=1. With NCCL_DEBUG=WARN NCCL prints the reason.</source>
        <translation>容器中 NCCL 需要大于 64 MB 的 /dev/shm：请用 --shm-size=1g 启动容器。若 GPU 之间无法直接访问彼此的显存（例如受某些 IOMMU 限制），请设置 NCCL_P2P_DISABLE=1。设置 NCCL_DEBUG=WARN 后，NCCL 会输出原因。</translation>
    </message>
    <message>
        <source>An older version trained these weights up to step {step} with frame times that differ from those of generated clips.</source>
        <translation>旧版本训练这些权重直到第 {step} 步时，所用的帧时间与生成的片段不同。</translation>
    </message>
    <message>
        <source>{card} computes in fp16 only, not in bf16.</source>
        <translation>{card} 只能以 fp16 计算，不能使用 bf16。</translation>
    </message>
    <message>
        <source>Choose fp16 for runs (training.mixed_precision) and clips (--dtype): bf16 needs an RTX 30 series card or newer.</source>
        <translation>请为训练（training.mixed_precision）和生成（--dtype）选择 fp16：bf16 需要 RTX 30 系列或更新的显卡。</translation>
    </message>
    <message>
        <source>Host memory is full: {needed} needed, {free} free.</source>
        <translation>内存不足：需要 {needed}，可用 {free}。</translation>
    </message>
    <message>
        <source>Close other programs, stream fewer blocks (memory.streamed_blocks), or keep activations and optimizer on the GPU. What was saved is intact: a run resumes from its newest checkpoint, if it has one.</source>
        <translation>请关闭其他程序，减少流式加载的块数（memory.streamed_blocks），或将激活值和优化器保留在 GPU 上。已保存的内容完好无损：如有检查点，训练会从最新的检查点继续。</translation>
    </message>
    <message>
        <source>{card} cannot train in bf16.</source>
        <translation>{card} 无法以 bf16 训练。</translation>
    </message>
    <message>
        <source>Choose fp16 as the precision, or fit the run to the GPU.</source>
        <translation>请将精度设为 fp16，或让训练适配该 GPU。</translation>
    </message>
    <message>
        <source>Choose the format comfyui or kohya.</source>
        <translation>请选择 comfyui 或 kohya 格式。</translation>
    </message>
    <message>
        <source>Set model.wan.expert to high or low, or train a LoRA.</source>
        <translation>请将 model.wan.expert 设为 high 或 low，或者训练 LoRA。</translation>
    </message>
    <message>
        <source>{model} generates clips between a first and a last image, but no last one was given.</source>
        <translation>{model} 在首图与末图之间生成片段，但未提供末图。</translation>
    </message>
    <message>
        <source>Give an image at frame -1, or in a run validation.validation_last_images, or choose a model that needs only a first image.</source>
        <translation>请在帧 -1 处提供图像（在训练中为 validation.validation_last_images），或选择只需要首图的模型。</translation>
    </message>
    <message>
        <source>The LoRA changes {tensor} as a whole, which the format {format} cannot express.</source>
        <translation>LoRA 整体修改了 {tensor}，而 {format} 格式无法表示这种修改。</translation>
    </message>
    <message>
        <source>A full fine-tune trains only one of this model&apos;s two experts.</source>
        <translation>全量微调只能训练此模型两个专家中的一个。</translation>
    </message>
    <message>
        <source>{file}: {key} has {images} {images:image|images} for {prompts} validation {prompts:prompt|prompts}.</source>
        <translation>{file}：{key} 有 {images} 张图像，而验证提示词有 {prompts} 条。</translation>
    </message>
    <message>
        <source>This model needs one image per prompt.</source>
        <translation>此模型需要为每条提示词提供一张图像。</translation>
    </message>
    <message>
        <source>There is no timestep to train at: the range from {least} to {most} is empty.</source>
        <translation>没有可训练的时间步：从 {least} 到 {most} 的范围为空。</translation>
    </message>
    <message>
        <source>Widen min_timestep and max_timestep of the model; each of two experts is only trained on its side of the boundary.</source>
        <translation>请放宽模型的 min_timestep 和 max_timestep；每个专家只在切换点自己的一侧训练。</translation>
    </message>
    <message>
        <source>The preview LoRA {file} cannot be used: {reason}</source>
        <translation>无法使用预览 LoRA {file}：{reason}</translation>
    </message>
    <message>
        <source>Change validation.preview_loras, or leave it empty.</source>
        <translation>请修改 validation.preview_loras，或将其留空。</translation>
    </message>
    <message>
        <source>Clip {clip} is a video and every bucket has one frame.</source>
        <translation>片段 {clip} 是视频，而每个分桶都只有一帧。</translation>
    </message>
    <message>
        <source>Add a bucket of several frames, or remove the clip.</source>
        <translation>请添加多帧分桶，或移除该片段。</translation>
    </message>
    <message>
        <source>Check the network and the proxy settings, then try again: it continues from here.</source>
        <translation>请检查网络和代理设置，然后重试：会从此处继续。</translation>
    </message>
    <message>
        <source>{host} has a problem of its own (error {status}).</source>
        <translation>{host} 自身出现问题（错误 {status}）。</translation>
    </message>
    <message>
        <source>Try again later: it continues from here.</source>
        <translation>请稍后重试：会从此处继续。</translation>
    </message>
    <message>
        <source>{host} allows no more requests from this computer; it asks to wait for {wait}.</source>
        <translation>{host} 不再接受此计算机的请求，要求等待 {wait}。</translation>
    </message>
    <message>
        <source>Try again after that time: it continues from here.</source>
        <translation>请在此时间之后重试：会从此处继续。</translation>
    </message>
    <message>
        <source>{address} is redirected without end.</source>
        <translation>{address} 被无休止地重定向。</translation>
    </message>
    <message>
        <source>The server or a proxy is set up wrongly. Try again later, or use another address or network.</source>
        <translation>服务器或代理设置有误。请稍后重试，或使用其他地址或网络。</translation>
    </message>
    <message>
        <source>{address} arrived only in part: the server sent {got} of {expected} and stopped.</source>
        <translation>{address} 只到达了一部分：服务器发送了 {expected} 中的 {got} 后就停止了。</translation>
    </message>
    <message>
        <source>Try again: it continues from here. If that does not help, use another network.</source>
        <translation>请重试：会从此处继续。如果无效，请使用其他网络。</translation>
    </message>
    <message>
        <source>{address} has {got}, and {expected} were announced.</source>
        <translation>{address} 的大小为 {got}，而事先声明的是 {expected}。</translation>
    </message>
    <message>
        <source>The file was changed on the server, or a proxy alters it. Try again; if that does not help, use another network.</source>
        <translation>文件在服务器上已更改，或在传输途中被改动。请重试；如果无效，请使用其他网络。</translation>
    </message>
    <message>
        <source>A web page arrived instead of {address}.</source>
        <translation>收到的是网页，而不是 {address}。</translation>
    </message>
    <message>
        <source>Networks in hotels and companies do this until you log in: open any page in a browser, log in, then try again.</source>
        <translation>酒店和公司的网络在您登录之前会这样：请在浏览器中打开任意页面并登录，然后重试。</translation>
    </message>
    <message>
        <source>The disk is full: {file} could not be written any further.</source>
        <translation>磁盘已满：无法继续写入 {file}。</translation>
    </message>
    <message>
        <source>Free some space, then try again: it continues from here.</source>
        <translation>请释放一些空间，然后重试：会从此处继续。</translation>
    </message>
    <message>
        <source>Correct the permissions of its folder, then try again: it continues from here.</source>
        <translation>请更正其文件夹的权限，然后重试：会从此处继续。</translation>
    </message>
    <message>
        <source>{name} is not the name of a repository.</source>
        <translation>{name} 不是仓库名称。</translation>
    </message>
    <message>
        <source>Write it as on its page on the hub: owner/name.</source>
        <translation>请按 hub 页面上的写法输入：owner/name。</translation>
    </message>
    <message>
        <source>{revision} is not the name of a revision.</source>
        <translation>{revision} 不是修订版本的名称。</translation>
    </message>
    <message>
        <source>Name a branch, a tag or a commit, for example main.</source>
        <translation>请给出分支、标签或提交，例如 main。</translation>
    </message>
    <message>
        <source>The token for the hub is not a token: it contains other characters.</source>
        <translation>hub 的令牌无效：其中含有其他字符。</translation>
    </message>
    <message>
        <source>Copy it again from the hub&apos;s settings, without blanks and line breaks; the places are --token, HF_TOKEN and the file that HF_TOKEN_PATH names.</source>
        <translation>请从 hub 的设置中重新复制，不要带空格和换行；可用的位置为 --token、HF_TOKEN 以及 HF_TOKEN_PATH 指定的文件。</translation>
    </message>
    <message>
        <source>{host} has no public repository {repository}.</source>
        <translation>{host} 上没有公开的仓库 {repository}。</translation>
    </message>
    <message>
        <source>Check the spelling. For a private repository, give a token of an account that may read it (--token or HF_TOKEN).</source>
        <translation>请检查拼写。对于私有仓库，请提供有权读取它的帐户的令牌（--token 或 HF_TOKEN）。</translation>
    </message>
    <message>
        <source>{repository} has no revision {revision}.</source>
        <translation>{repository} 没有修订版本 {revision}。</translation>
    </message>
    <message>
        <source>Name one of the branches or tags on its page, or none for the newest state.</source>
        <translation>请给出其页面上的分支或标签，或不指定以使用最新状态。</translation>
    </message>
    <message>
        <source>{file} of {repository} is listed, but it is not on the server.</source>
        <translation>{repository} 的 {file} 已列出，但服务器上没有。</translation>
    </message>
    <message>
        <source>The repository is being changed, or a mirror is incomplete: try again later.</source>
        <translation>仓库正在更改，或镜像不完整：请稍后重试。</translation>
    </message>
    <message>
        <source>{host} does not accept the token: it is wrong or has expired.</source>
        <translation>{host} 不接受该令牌：它有误或已过期。</translation>
    </message>
    <message>
        <source>Make a new one in the hub&apos;s settings and give it with --token, HF_TOKEN or the token file; without a token, public repositories still work.</source>
        <translation>请在 hub 的设置中创建新令牌，并通过 --token、HF_TOKEN 或令牌文件提供；公开仓库无需令牌。</translation>
    </message>
    <message>
        <source>{repository} is only for accounts that have accepted its conditions.</source>
        <translation>{repository} 仅供已接受其条件的帐户使用。</translation>
    </message>
    <message>
        <source>Log in on {page}, accept them, then give a token of that account (--token or HF_TOKEN).</source>
        <translation>请在 {page} 登录并接受条件，然后提供该帐户的令牌（--token 或 HF_TOKEN）。</translation>
    </message>
    <message>
        <source>This account or token may not read {repository}.</source>
        <translation>此帐户或令牌无权读取 {repository}。</translation>
    </message>
    <message>
        <source>Use a token with permission to read it, or ask its owner for access.</source>
        <translation>请使用具有读取权限的令牌，或向其所有者申请访问权限。</translation>
    </message>
    <message>
        <source>{address} does not answer like a model hub: {reason}.</source>
        <translation>{address} 的应答不像模型 hub：{reason}。</translation>
    </message>
    <message>
        <source>Check HF_ENDPOINT, if it is set, and the proxy. In a network with a login page, log in first.</source>
        <translation>请检查 HF_ENDPOINT（如果已设置）和代理。在有登录页面的网络中，请先登录。</translation>
    </message>
    <message>
        <source>{repository} lists a file that would be written outside of its folder: {file}.</source>
        <translation>{repository} 列出了一个会写到其文件夹之外的文件：{file}。</translation>
    </message>
    <message>
        <source>Nothing was downloaded. Do not use this repository, and report it to the hub.</source>
        <translation>未下载任何内容。请不要使用此仓库，并向 hub 举报。</translation>
    </message>
    <message>
        <source>{file} is a link, and nothing is written through links.</source>
        <translation>{file} 是链接，程序不会通过链接写入。</translation>
    </message>
    <message>
        <source>Choose another folder, or remove the link.</source>
        <translation>请选择其他文件夹，或删除该链接。</translation>
    </message>
    <message>
        <source>{file} of {repository} was changed during the download.</source>
        <translation>{repository} 的 {file} 在下载过程中被更改。</translation>
    </message>
    <message>
        <source>Try again: what has not changed is kept.</source>
        <translation>请重试：未更改的部分会保留。</translation>
    </message>
    <message>
        <source>What arrived as {file} of {repository} is not that file.</source>
        <translation>作为 {repository} 的 {file} 收到的内容并不是该文件。</translation>
    </message>
    <message>
        <source>Something between you and the hub alters files. It was removed; try again, or use another network or mirror.</source>
        <translation>您与 hub 之间有东西改动了文件。该文件已删除；请重试，或使用其他网络或镜像。</translation>
    </message>
    <message>
        <source>The download needs {need} in {folder}, and only {free} are free.</source>
        <translation>下载需要在 {folder} 中占用 {need}，但只剩 {free}。</translation>
    </message>
    <message>
        <source>Free some space, or choose a folder on a larger disk (--to, HF_HUB_CACHE); the files downloaded so far are kept.</source>
        <translation>请释放一些空间，或选择更大磁盘上的文件夹（--to、HF_HUB_CACHE）；已有的内容会保留。</translation>
    </message>
    <message>
        <source>{repository} is not complete on this computer, and downloads are switched off.</source>
        <translation>此计算机上的 {repository} 不完整，而下载已关闭。</translation>
    </message>
    <message>
        <source>Missing: {missing}. Download it without --offline and with HF_HUB_OFFLINE unset.</source>
        <translation>缺少：{missing}。请在不使用 --offline 且未设置 HF_HUB_OFFLINE 的情况下下载。</translation>
    </message>
    <message>
        <source>{repository} has no .safetensors weights in {part}.</source>
        <translation>{repository} 的 {part} 中没有 .safetensors 权重。</translation>
    </message>
    <message>
        <source>Other formats of weights are not read. Look for another repository of the same model.</source>
        <translation>不读取其他格式的权重。请寻找同一模型的其他仓库。</translation>
    </message>
    <message>
        <source>{repository} has no {part}.</source>
        <translation>{repository} 中没有 {part}。</translation>
    </message>
    <message>
        <source>Look for the repository in diffusers layout.</source>
        <translation>请寻找采用 diffusers 布局的仓库。</translation>
    </message>
    <message>
        <source>{repository} contains nothing that Framewright uses.</source>
        <translation>{repository} 中没有 Framewright 会用到的内容。</translation>
    </message>
    <message>
        <source>A model is a folder in diffusers layout; a dataset consists of videos or pictures, with or without lists of captions.</source>
        <translation>模型是采用 diffusers 布局的文件夹；数据集由视频或图片组成，可带或不带标注列表。</translation>
    </message>
    <message>
        <source>{model} is not in the catalogue of models.</source>
        <translation>{model} 不在模型目录中。</translation>
    </message>
    <message>
        <source>Name one of these, or a repository on the hub as owner/name: {known}.</source>
        <translation>请给出以下之一，或以 owner/name 形式给出 hub 上的仓库：{known}。</translation>
    </message>
    <message>
        <source>{model} is under a licence with terms that you have to accept: {licence}.</source>
        <translation>{model} 的许可证带有您必须接受的条款：{licence}。</translation>
    </message>
    <message>
        <source>Read it ({address}), and if you accept it, add --accept-licence.</source>
        <translation>请阅读该许可证（{address}），如果接受，请添加 --accept-licence。</translation>
    </message>
    <message>
        <source>The first of two stages cannot make a clip for {height} x {width} pixels.</source>
        <translation>两个阶段中的第一个无法为 {height} x {width} 像素生成片段。</translation>
    </message>
    <message>
        <source>Choose a height and width that are multiples of {multiple}, or one stage.</source>
        <translation>请选择为 {multiple} 的倍数的高和宽，或只用一个阶段。</translation>
    </message>
    <message>
        <source>“{text}” in {setting} is not what the setting lists.</source>
        <translation>{setting} 中的“{text}”不是该设置所列的内容。</translation>
    </message>
    <message>
        <source>Give noise levels from 1 down to above 0, and blocks by their numbers from 0.</source>
        <translation>噪声强度请从 1 递减并大于 0，块请用从 0 开始的编号。</translation>
    </message>
    <message>
        <source>&quot;{text}&quot; is not a list of values for a sweep: {reason}.</source>
        <translation>“{text}”不是参数扫描的取值列表：{reason}。</translation>
    </message>
    <message>
        <source>Write it as key=value,value, for example optimizer.lr=1e-4,1e-3.</source>
        <translation>请写成 key=value,value，例如 optimizer.lr=1e-4,1e-3。</translation>
    </message>
    <message>
        <source>The sweep varies {key} twice.</source>
        <translation>参数扫描中 {key} 出现了两次。</translation>
    </message>
    <message>
        <source>List all values of a setting in one place.</source>
        <translation>请把一项设置的所有取值写在一处。</translation>
    </message>
    <message>
        <source>The sweep would have more than {most} runs.</source>
        <translation>参数扫描会超过 {most} 个运行。</translation>
    </message>
    <message>
        <source>Leave out values, or sweep over one setting after the other.</source>
        <translation>请减少取值，或逐项扫描设置。</translation>
    </message>
    <message>
        <source>{file} is not a sweep: {reason}.</source>
        <translation>{file} 不是参数扫描文件：{reason}。</translation>
    </message>
    <message>
        <source>It needs run = &quot;RUN.toml&quot; and, below [[over]], lists such as optimizer.lr = [1e-4, 1e-3].</source>
        <translation>它需要 run = &quot;RUN.toml&quot;，以及 [[over]] 下的列表，例如 optimizer.lr = [1e-4, 1e-3]。</translation>
    </message>
    <message>
        <source>{text} is not a sweep: it contains no sweep.json.</source>
        <translation>{text} 不是参数扫描：其中没有 sweep.json。</translation>
    </message>
    <message>
        <source>Give a folder such as runs/cats-sweep-…, or latest.</source>
        <translation>请给出类似 runs/cats-sweep-… 的文件夹，或 latest。</translation>
    </message>
    <message>
        <source>{file} cannot be used: {reason}.</source>
        <translation>无法使用 {file}：{reason}。</translation>
    </message>
    <message>
        <source>Start the sweep again; its runs can be resumed one by one.</source>
        <translation>请重新开始参数扫描；其中的运行可以逐个继续。</translation>
    </message>
    <message>
        <source>A sweep cannot vary {key}: all of its runs share one output folder.</source>
        <translation>参数扫描不能改变 {key}：所有运行共用一个输出文件夹。</translation>
    </message>
    <message>
        <source>Leave the setting out; each run is named after its own settings.</source>
        <translation>请去掉此设置；每个运行以自己的设置命名。</translation>
    </message>
    <message>
        <source>Runs can be dropped early only if their held-out loss is measured before their end.</source>
        <translation>只有在运行结束前测量留出损失，才能提前淘汰运行。</translation>
    </message>
    <message>
        <source>Set validation.held_out_samples, validation.held_out_steps and training.train_steps, or train all runs to their end.</source>
        <translation>请设置 validation.held_out_samples、validation.held_out_steps 和 training.train_steps，或让所有运行训练到底。</translation>
    </message>
    <message>
        <source>A SIGKILL that nobody sent usually means that the system ran out of memory.</source>
        <translation>如果没有人发送 SIGKILL，通常说明系统内存已耗尽。</translation>
    </message>
    <message>
        <source>Set training.train_steps or training.train_epochs.</source>
        <translation>请设置 training.train_steps 或 training.train_epochs。</translation>
    </message>
    <message>
        <source>“{entry}” is not a pattern and a number above 0: {key}.</source>
        <translation>“{entry}”不是模式加大于 0 的数字：{key}。</translation>
    </message>
    <message>
        <source>Write the end of a module&apos;s name or a regular expression, = and the number: to_q=16.</source>
        <translation>请写模块名的结尾或正则表达式、= 和数字：to_q=16。</translation>
    </message>
    <message>
        <source>lora.exclude_modules leaves no module for the LoRA: {patterns}.</source>
        <translation>lora.exclude_modules 没有为 LoRA 留下任何模块：{patterns}。</translation>
    </message>
    <message>
        <source>Remove a pattern from it, or add modules to lora.target_modules.</source>
        <translation>请从中删除一个模式，或在 lora.target_modules 中添加模块。</translation>
    </message>
    <message>
        <source>Only adamw has 4 bits here: adamw_4bit.</source>
        <translation>这里只有 adamw 有 4 位版本：adamw_4bit。</translation>
    </message>
    <message>
        <source>Give the launch script of a trainer that the guide&apos;s page &quot;Coming from another trainer&quot; lists.</source>
        <translation>请给出指南中“Coming from another trainer”页面所列训练器的启动脚本。</translation>
    </message>
    <message>
        <source>{flag} = {value}: not a valid value for {key}.</source>
        <translation>{flag} = {value}：不是 {key} 的有效值。</translation>
    </message>
    <message>
        <source>Not carried over: {keys}.</source>
        <translation>未沿用：{keys}。</translation>
    </message>
    <message>
        <source>No setting corresponds to {keys}.</source>
        <translation>没有与 {keys} 对应的设置。</translation>
    </message>
    <message>
        <source>{file} names no folder with a whole model, which a run needs.</source>
        <translation>{file} 没有指明包含完整模型的文件夹，而运行需要它。</translation>
    </message>
    <message>
        <source>Set model.folder to the model&apos;s folder in diffusers layout.</source>
        <translation>请将 model.folder 设为 diffusers 布局的模型文件夹。</translation>
    </message>
    <message>
        <source>{file} does not say which of the models here it trains.</source>
        <translation>{file} 没有说明训练的是这里的哪个模型。</translation>
    </message>
    <message>
        <source>Set model.family.</source>
        <translation>请设置 model.family。</translation>
    </message>
    <message>
        <source>{file} is not a configuration file of a known trainer.</source>
        <translation>{file} 不是已知训练器的配置文件。</translation>
    </message>
    <message>
        <source>The guide&apos;s page &quot;Coming from another trainer&quot; lists them.</source>
        <translation>指南中的“Coming from another trainer”页面列出了它们。</translation>
    </message>
    <message>
        <source>{file} cannot be read: {reason}.</source>
        <translation>无法读取 {file}：{reason}。</translation>
    </message>
    <message>
        <source>The model is a folder in diffusers layout with all of its parts: see model.folder.</source>
        <translation>模型是包含全部组件的 diffusers 布局文件夹：见 model.folder。</translation>
    </message>
    <message>
        <source>For the loss of clips that are not trained on, see validation.held_out_samples.</source>
        <translation>未参与训练的剪辑的损失，见 validation.held_out_samples。</translation>
    </message>
    <message>
        <source>Text encoders are not trained.</source>
        <translation>不训练文本编码器。</translation>
    </message>
    <message>
        <source>Clips are cropped and resampled, but not changed at random.</source>
        <translation>剪辑会被裁剪和重采样，但不会随机改动。</translation>
    </message>
    <message>
        <source>How timesteps are drawn: see flow.* and the settings of the model.</source>
        <translation>时间步的抽取方式：见 flow.* 和该模型的设置。</translation>
    </message>
    <message>
        <source>Choose the buckets on the Dataset page, or with `dataset buckets`.</source>
        <translation>请在“数据集”页面或用 `dataset buckets` 选择分桶。</translation>
    </message>
    <message>
        <source>The script turns validation off, so nothing of it is carried over.</source>
        <translation>该脚本关闭了验证，因此其中的内容均未沿用。</translation>
    </message>
    <message>
        <source>Validation clips are made by the model&apos;s own sampler: see validation.*.</source>
        <translation>验证剪辑由模型自己的采样器生成：见 validation.*。</translation>
    </message>
    <message>
        <source>For memory, see memory.*, or let `plan --fit` choose.</source>
        <translation>关于内存，见 memory.*，或让 `plan --fit` 选择。</translation>
    </message>
    <message>
        <source>The schedule of the learning rate has only the settings lr_scheduler.*.</source>
        <translation>学习率调度只有 lr_scheduler.* 这些设置。</translation>
    </message>
    <message>
        <source>The average of the weights has ema.ema_decay alone.</source>
        <translation>权重平均只有 ema.ema_decay。</translation>
    </message>
    <message>
        <source>{files} {files:video or picture|videos and pictures} below {folder} {files:is|are} not imported, since no usable row of {list} names {files:it|them}: {names}.</source>
        <translation>{folder} 下有 {files} 个视频或图片未导入，因为 {list} 中没有可用的行指明它们：{names}。</translation>
    </message>
    <message>
        <source>Add {files:it|them} to the list, or choose the layout of caption files.</source>
        <translation>请将其加入列表，或选择标注文件的布局。</translation>
    </message>
    <message>
        <source>{list} names files in {from}, which does not exist here; they were found in {to}.</source>
        <translation>{list} 指明的文件位于此处不存在的 {from}；已在 {to} 中找到它们。</translation>
    </message>
    <message>
        <source>If these are other files, correct the list, or name their folder with --data-root.</source>
        <translation>如果这些是别的文件，请更正列表，或用 --data-root 指明其文件夹。</translation>
    </message>
    <message>
        <source>{link} leads to {folder}, which was read already.</source>
        <translation>{link} 指向已读取过的 {folder}。</translation>
    </message>
    <message>
        <source>one value for all clips</source>
        <translation>所有剪辑共用的一个值</translation>
    </message>
    <message>
        <source>{file} is HDR and is not tone mapped: its colours look washed out.</source>
        <translation>{file} 是 HDR，未做色调映射：颜色会显得发灰。</translation>
    </message>
    <message>
        <source>Convert it to SDR before you import it, for example with FFmpeg&apos;s filters zscale and tonemap.</source>
        <translation>请在导入前将其转换为 SDR，例如使用 FFmpeg 的 zscale 和 tonemap 滤镜。</translation>
    </message>
    <message>
        <source>With optimizer.beta1 = 0, schedule-free AdamW has no average of its weights.</source>
        <translation>optimizer.beta1 = 0 时，schedule-free AdamW 没有权重的平均值。</translation>
    </message>
    <message>
        <source>Set optimizer.beta1 to 0.9.</source>
        <translation>请将 optimizer.beta1 设为 0.9。</translation>
    </message>
    <message>
        <source>{clips} {clips:clip is|clips are} HDR and not tone mapped: colours look washed out.</source>
        <translation>{clips} 个剪辑是 HDR，未做色调映射：颜色会显得发灰。</translation>
    </message>
    <message>
        <source>Find them with the filter is:hdr, convert the files to SDR and import those.</source>
        <translation>用筛选条件 is:hdr 找到它们，将文件转换为 SDR 后再导入。</translation>
    </message>
    <message>
        <source>The caption of {file} was edited in the project; the changed one replaces it.</source>
        <translation>{file} 的标注在项目中编辑过；更改后的标注会替换它。</translation>
    </message>
    <message>
        <source>The edited one stays in the clip&apos;s history, and undo brings it back.</source>
        <translation>编辑过的标注保留在剪辑的历史记录中，撤销即可恢复。</translation>
    </message>
    <message>
        <source>{file} is a configuration file of {trainer}, not a run file.</source>
        <translation>{file} 是 {trainer} 的配置文件，不是运行文件。</translation>
    </message>
    <message>
        <source>Convert it with: framewright-cli train --from-flags {file} RUN.toml.</source>
        <translation>请用以下命令转换：framewright-cli train --from-flags {file} RUN.toml。</translation>
    </message>
    <message>
        <source>{file} is a dataset file of {trainer}, not a run file.</source>
        <translation>{file} 是 {trainer} 的数据集文件，不是运行文件。</translation>
    </message>
    <message>
        <source>Import its clips with: framewright-cli dataset import PROJECT {file}.</source>
        <translation>请用以下命令导入其剪辑：framewright-cli dataset import PROJECT {file}。</translation>
    </message>
    <message>
        <source>For Prodigy, see optimizer.d0, optimizer.d_coef and the settings below them.</source>
        <translation>Prodigy 的设置见 optimizer.d0、optimizer.d_coef 及其后的各项。</translation>
    </message>
    <message>
        <source>Settings of single optimizers are not converted: see optimizer.*.</source>
        <translation>各优化器自身的设置不会转换：见 optimizer.*。</translation>
    </message>
    <message>
        <source>For the form of the loss, see training.loss_type and flow.weighting_scheme.</source>
        <translation>损失的形式见 training.loss_type 和 flow.weighting_scheme。</translation>
    </message>
    <message>
        <source>Clips cannot be used {times} times in an epoch.</source>
        <translation>剪辑在一个轮次中不能使用 {times} 次。</translation>
    </message>
    <message>
        <source>Choose a number from 0 to 1000; 0 leaves the clips out.</source>
        <translation>请选择 0 到 1000 的数；0 表示不使用这些剪辑。</translation>
    </message>
    <message>
        <source>{file} cannot be read as a GGUF file: {problem}.</source>
        <translation>无法将 {file} 作为 GGUF 文件读取：{problem}。</translation>
    </message>
    <message>
        <source>The file is damaged or of another kind: download it again.</source>
        <translation>文件已损坏或属于其他类型：请重新下载。</translation>
    </message>
    <message>
        <source>{file}: tensor {tensor} has the GGUF type {type}, which is not supported.</source>
        <translation>{file}：张量 {tensor} 的 GGUF 类型 {type} 不受支持。</translation>
    </message>
    <message>
        <source>Use the model in F16, BF16, Q8_0, Q6_K, Q5_K, Q4_K, Q3_K, Q2_K, Q5_1, Q5_0, Q4_1 or Q4_0.</source>
        <translation>请使用 F16、BF16、Q8_0、Q6_K、Q5_K、Q4_K、Q3_K、Q2_K、Q5_1、Q5_0、Q4_1 或 Q4_0 格式的模型。</translation>
    </message>
    <message>
        <source>Use the model in bf16, fp16, GGUF, or fp8 without scales or with one for each weight. Framewright quantizes it itself where you ask for that.</source>
        <translation>请使用 bf16、fp16、GGUF，或者没有缩放系数、或每个权重只有一个缩放系数的 fp8 模型。需要时 Framewright 会自行量化。</translation>
    </message>
    <message>
        <source>Download the model&apos;s .safetensors files; .bin and .pt files have to be converted first. Choose a .gguf file itself, as the model.</source>
        <translation>请下载该模型的 .safetensors 文件；.bin 和 .pt 文件需要先转换格式。.gguf 文件请直接选作模型。</translation>
    </message>
    <message>
        <source>{module} is a {kind}, which cannot become part of a LoRA.</source>
        <translation>{module} 是 {kind}，不能成为 LoRA 的一部分。</translation>
    </message>
    <message>
        <source>Merge the files into the model instead: framewright-cli lora merge takes all kinds.</source>
        <translation>请改为将文件合并到模型中：framewright-cli lora merge 支持所有种类。</translation>
    </message>
    <message>
        <source>{module} cannot be written in the format {format}, where it is fused with its neighbours: they have no {kind} in common.</source>
        <translation>{module} 无法以 {format} 格式写入：在该格式中它与相邻层合为一体，而它们没有共同的 {kind}。</translation>
    </message>
    <message>
        <source>Choose the format diffusers, which keeps them apart.</source>
        <translation>请选择 diffusers 格式，它会将各层分开保存。</translation>
    </message>
    <message>
        <source>The format {format} has one kind of adapter in a file, but {module} is a {kind} and others are not.</source>
        <translation>{format} 格式的一个文件只含一种适配器，但 {module} 是 {kind}，而其他模块不是。</translation>
    </message>
    <message>
        <source>Training on sound cannot split the tokens of a clip across processes.</source>
        <translation>使用声音训练时，无法将一个片段的词元分配到多个进程。</translation>
    </message>
    <message>
        <source>Set distributed.ulysses and distributed.ring to 1, or model.ltx2.sound to false.</source>
        <translation>请将 distributed.ulysses 和 distributed.ring 设为 1，或将 model.ltx2.sound 设为 false。</translation>
    </message>
    <message>
        <source>See validation.validation_steps and validation.validation_epochs.</source>
        <translation>参见 validation.validation_steps 和 validation.validation_epochs。</translation>
    </message>
    <message>
        <source>See checkpoints.checkpointing_steps and checkpoints.checkpointing_epochs.</source>
        <translation>参见 checkpoints.checkpointing_steps 和 checkpoints.checkpointing_epochs。</translation>
    </message>
    <message>
        <source>For kinds of adapters and their dropout, see lora.kind and lora.lora_dropout.</source>
        <translation>关于适配器的种类及其随机丢弃，请参见 lora.kind 和 lora.lora_dropout。</translation>
    </message>
    <message>
        <source>See `dataset repeat` and `dataset weigh`, or *Sets and weights…* on the Dataset page.</source>
        <translation>请参阅 `dataset repeat` 和 `dataset weigh`，或数据集页面上的*集合与权重…*。</translation>
    </message>
    <message>
        <source>See *Captions in training…* on the Dataset page, or `dataset caption-rules`.</source>
        <translation>请参阅数据集页面上的*训练中的标注…*，或 `dataset caption-rules`。</translation>
    </message>
    <message>
        <source>The sound of {file} could not be decoded: {reason}.</source>
        <translation>无法解码 {file} 的声音：{reason}。</translation>
    </message>
    <message>
        <source>Convert the file&apos;s sound to AAC, remove its sound, or train without sound.</source>
        <translation>请将该文件的声音转换为 AAC、移除声音，或不使用声音进行训练。</translation>
    </message>
    <message>
        <source>Framewright reads LoRA, DoRA, LoHa and LoKr of the linear layers of a video model, with the key names of diffusers, PEFT, LyCORIS, ComfyUI or kohya&apos;s scripts.</source>
        <translation>Framewright 读取视频模型线性层的 LoRA、DoRA、LoHa 和 LoKr，键名可为 diffusers、PEFT、LyCORIS、ComfyUI 或 kohya 脚本的形式。</translation>
    </message>
    <message>
        <source>Captions cannot be changed so: {reason}.</source>
        <translation>无法这样更改标注：{reason}。</translation>
    </message>
    <message>
        <source>Write texts as UTF-8, keep at most 100 tags, and choose 1 to 64 versions and a chance from 0 to 1.</source>
        <translation>请以 UTF-8 书写文本，最多保留 100 个标签，并选择 1 到 64 个版本和 0 到 1 的概率。</translation>
    </message>
    <message>
        <source>Clip {clip} has {captions} captions; this layout holds only the first.</source>
        <translation>片段 {clip} 有 {captions} 条标注；此格式只能保存第一条。</translation>
    </message>
    <message>
        <source>Choose CSV or JSONL, or sidecars if each caption is one line.</source>
        <translation>请选择 CSV 或 JSONL；若每条标注只有一行，也可选择附属文件。</translation>
    </message>
    <message>
        <source>The loss of clips cannot have the weight {value}.</source>
        <translation>片段的损失权重不能为 {value}。</translation>
    </message>
    <message>
        <source>Choose a number from 0 to 100; 1 is usual.</source>
        <translation>请选择 0 到 100 之间的数；通常为 1。</translation>
    </message>
    <message>
        <source>Captions cannot be dropped with a chance of {value}.</source>
        <translation>丢弃标注的概率不能为 {value}。</translation>
    </message>
    <message>
        <source>Choose a number from 0 to 1.</source>
        <translation>请选择 0 到 1 之间的数。</translation>
    </message>
    <message>
        <source>A set of clips cannot have the share {value} of all draws.</source>
        <translation>片段集合的抽取份额不能为 {value}。</translation>
    </message>
    <message>
        <source>Choose a number above 0 and below 1.</source>
        <translation>请选择大于 0 且小于 1 的数。</translation>
    </message>
    <message>
        <source>The shares of the sets add up to {sum}.</source>
        <translation>各集合的份额之和为 {sum}。</translation>
    </message>
    <message>
        <source>Choose shares that add up to 1 at most.</source>
        <translation>请选择总和不超过 1 的份额。</translation>
    </message>
    <message>
        <source>A DoRA cannot be trained for two networks at once: its rows begin with the lengths of one network&apos;s weights.</source>
        <translation>DoRA 不能同时为两个网络训练：其各行以其中一个网络权重的长度为起点。</translation>
    </message>
    <message>
        <source>Choose another lora.kind, or train one of the networks at a time.</source>
        <translation>请选择其他 lora.kind，或每次只训练其中一个网络。</translation>
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
    <name>job titles</name>
    <message numerus="yes">
        <source>Import %n files</source>
        <translation>
            <numerusform>导入 %n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Import %1</source>
        <translation>导入 %1</translation>
    </message>
    <message>
        <source>Export clips</source>
        <translation>导出片段</translation>
    </message>
    <message>
        <source>Find missing files</source>
        <translation>查找缺失的文件</translation>
    </message>
    <message>
        <source>Propose captions</source>
        <translation>建议标注</translation>
    </message>
    <message>
        <source>Encode clips and captions</source>
        <translation>编码片段和标注</translation>
    </message>
    <message>
        <source>Loss by clip: %1</source>
        <translation>各片段的损失：%1</translation>
    </message>
    <message>
        <source>Check %1</source>
        <translation>检查 %1</translation>
    </message>
    <message>
        <source>Device check</source>
        <translation>设备检测</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>导出 %1</translation>
    </message>
    <message>
        <source>Merge LoRAs</source>
        <translation>合并 LoRA</translation>
    </message>
    <message>
        <source>Scan clips</source>
        <translation>扫描片段</translation>
    </message>
    <message>
        <source>Clip without a prompt</source>
        <translation>没有提示词的片段</translation>
    </message>
    <message>
        <source>Job without a name</source>
        <translation>未命名的任务</translation>
    </message>
    <message>
        <source>Download %1</source>
        <translation>下载 %1</translation>
    </message>
    <message>
        <source>Sweep: %1</source>
        <translation>参数扫描：%1</translation>
    </message>
</context>
<context>
    <name>job verbs</name>
    <message>
        <source>The job is waiting for its turn.</source>
        <translation>任务正在排队等待。</translation>
    </message>
    <message>
        <source>The job is on hold.</source>
        <translation>任务已搁置。</translation>
    </message>
    <message>
        <source>The job is running.</source>
        <translation>任务正在运行。</translation>
    </message>
    <message>
        <source>The job is stopping.</source>
        <translation>任务正在停止。</translation>
    </message>
    <message>
        <source>The job is paused.</source>
        <translation>任务已暂停。</translation>
    </message>
    <message>
        <source>The job has finished.</source>
        <translation>任务已完成。</translation>
    </message>
    <message>
        <source>The job has ended.</source>
        <translation>任务已结束。</translation>
    </message>
    <message>
        <source>No job is selected, and none is running.</source>
        <translation>没有选中任务，也没有任务在运行。</translation>
    </message>
    <message>
        <source>This kind of job cannot do that.</source>
        <translation>此类任务不支持该操作。</translation>
    </message>
    <message>
        <source>Only a training run that failed can be fitted again.</source>
        <translation>只有失败的训练才能重新适配。</translation>
    </message>
</context>
<context>
    <name>licences</name>
    <message>
        <source>It does not apply in the European Union, the United Kingdom and South Korea.</source>
        <translation>该许可证不适用于欧盟、英国和韩国。</translation>
    </message>
</context>
<context>
    <name>log</name>
    <message>
        <source>Job {job}: </source>
        <translation>任务 {job}：</translation>
    </message>
    <message>
        <source>Job {job} failed: </source>
        <translation>任务 {job} 失败：</translation>
    </message>
    <message>
        <source>The queue could not be written down: </source>
        <translation>无法保存队列：</translation>
    </message>
    <message>
        <source>Settings are not kept: </source>
        <translation>设置不会保存：</translation>
    </message>
</context>
<context>
    <name>memory</name>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>adapter</source>
        <translation>适配器</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>latents</source>
        <translation>潜变量</translation>
    </message>
    <message>
        <source>embeddings</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>CUDA and libraries</source>
        <translation>CUDA 与库</translation>
    </message>
    <message>
        <source>Encoding captions</source>
        <translation>正在编码标注</translation>
    </message>
    <message>
        <source>Encoding clips</source>
        <translation>正在编码片段</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Generating a clip</source>
        <translation>正在生成片段</translation>
    </message>
</context>
<context>
    <name>memory modes</name>
    <message>
        <source>One component at a time</source>
        <translation>逐个加载组件</translation>
    </message>
    <message>
        <source>Text encoder, transformer and VAE are loaded in turn: as fast as all at once.</source>
        <translation>依次加载文本编码器、transformer 和 VAE：与一次全部加载一样快。</translation>
    </message>
    <message>
        <source>Everything on the device</source>
        <translation>全部放在设备上</translation>
    </message>
    <message>
        <source>All components stay on the device until the clip is done.</source>
        <translation>所有组件都留在设备上，直到片段生成完毕。</translation>
    </message>
    <message>
        <source>Streamed blocks</source>
        <translation>流式加载的块</translation>
    </message>
    <message>
        <source>Text encoder and transformer stay in host memory and are streamed block by block: slower, for models larger than the device&apos;s memory.</source>
        <translation>文本编码器和 transformer 留在主机内存中，逐块加载：速度较慢，适用于比设备内存更大的模型。</translation>
    </message>
    <message>
        <source>Least memory</source>
        <translation>最省内存</translation>
    </message>
    <message>
        <source>Streamed blocks, text encoder on the CPU, clip decoded in tiles: faint seams may show.</source>
        <translation>块流式加载，文本编码器在 CPU 上，片段分块解码：可能出现不明显的接缝。</translation>
    </message>
    <message>
        <source>One component at a time, text encoder streamed</source>
        <translation>逐个加载组件，文本编码器流式加载</translation>
    </message>
    <message>
        <source>%1 of %2 blocks streamed</source>
        <translation>%2 个块中的 %1 个流式加载</translation>
    </message>
    <message>
        <source>Balanced over all GPUs</source>
        <translation>均衡分布到所有 GPU</translation>
    </message>
    <message>
        <source>One process places the transformer&apos;s blocks over all GPUs: as fast as one GPU, for models that none of them holds.</source>
        <translation>一个进程把 Transformer 的各块分布到所有 GPU：速度与单个 GPU 相同，适用于单个 GPU 放不下的模型。</translation>
    </message>
</context>
<context>
    <name>model facts</name>
    <message>
        <source>%1, %2, made for clips of %3</source>
        <translation>%1，%2，适合生成 %3 的片段</translation>
    </message>
    <message>
        <source>image to video</source>
        <translation>图生视频</translation>
    </message>
    <message>
        <source>text to video</source>
        <translation>文生视频</translation>
    </message>
</context>
<context>
    <name>notification</name>
    <message>
        <source>, after %1</source>
        <translation>，用时 %1</translation>
    </message>
</context>
<context>
    <name>phases</name>
    <message>
        <source>measuring links</source>
        <translation>正在测量连接</translation>
    </message>
    <message>
        <source>measuring devices</source>
        <translation>正在测量设备</translation>
    </message>
    <message>
        <source>encoding captions</source>
        <translation>正在编码标注</translation>
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
    <message>
        <source>counting tokens</source>
        <translation>正在统计词元</translation>
    </message>
    <message>
        <source>reading clips</source>
        <translation>正在读取片段</translation>
    </message>
    <message>
        <source>merging</source>
        <translation>正在合并</translation>
    </message>
    <message>
        <source>measuring the loss</source>
        <translation>测量损失</translation>
    </message>
    <message>
        <source>waiting for free disk space</source>
        <translation>等待磁盘空间</translation>
    </message>
    <message>
        <source>checking the cache</source>
        <translation>检查缓存</translation>
    </message>
    <message>
        <source>computing the first step</source>
        <translation>正在计算第一步</translation>
    </message>
    <message>
        <source>saving</source>
        <translation>正在保存</translation>
    </message>
    <message>
        <source>downloading</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>checking</source>
        <translation>校验</translation>
    </message>
    <message>
        <source>unpacking</source>
        <translation>解压</translation>
    </message>
    <message>
        <source>waiting for the cache</source>
        <translation>等待缓存</translation>
    </message>
    <message>
        <source>waiting for a writable folder</source>
        <translation>等待可写的文件夹</translation>
    </message>
    <message>
        <source>checking the checkpoint</source>
        <translation>检查检查点</translation>
    </message>
    <message>
        <source>reading the weights</source>
        <translation>正在读取权重</translation>
    </message>
    <message>
        <source>{ready} of {count} files</source>
        <translation>{count} 个文件中的 {ready} 个</translation>
    </message>
</context>
<context>
    <name>plan</name>
    <message>
        <source>{mesh}: {speed_up} times as fast as one card; {share} % of a step is exchange.</source>
        <translation>{mesh}：速度是单卡的 {speed_up} 倍；每步有 {share} % 是通信。</translation>
    </message>
    <message>
        <source>{mesh}, {used} of {there} cards: {speed_up} times as fast as one, and more of them exchange for longer than they save.</source>
        <translation>{mesh}，{there} 张卡中用 {used} 张：速度是单卡的 {speed_up} 倍；再多的卡，通信耗时超过省下的时间。</translation>
    </message>
    <message>
        <source>{mesh}: {speed_up} times as fast as one card; the cards that share an update must divide its {micro_batches} {micro_batches:micro-batch|micro-batches}, and with gradient_accumulation_steps = {there} all {there} would.</source>
        <translation>{mesh}：速度是单卡的 {speed_up} 倍；共同完成一次更新的卡数必须能整除其 {micro_batches} 个微批次，设 gradient_accumulation_steps = {there} 时 {there} 张卡都能用上。</translation>
    </message>
    <message>
        <source>No mesh fits into {limit} a card: the work is divided, the weights are not; {mesh} needs {memory}.</source>
        <translation>每张卡 {limit}，没有一种划分放得下：划分的是计算，不是权重；{mesh} 需要 {memory}。</translation>
    </message>
    <message>
        <source>{count} of {all} blocks streamed</source>
        <translation>{all} 个块中的 {count} 个流式加载</translation>
    </message>
    <message>
        <source>activations offloaded</source>
        <translation>激活值卸载</translation>
    </message>
    <message>
        <source>gradient checkpointing</source>
        <translation>梯度检查点</translation>
    </message>
    <message>
        <source>frozen weights quantized</source>
        <translation>冻结权重已量化</translation>
    </message>
    <message>
        <source>; with memory.quantization = {format} it would, in {needed}</source>
        <translation>；使用 memory.quantization = {format} 则可以，需要 {needed}</translation>
    </message>
    <message>
        <source>every block checkpointed</source>
        <translation>每个块都设检查点</translation>
    </message>
    <message>
        <source>8-bit optimizer</source>
        <translation>8 位优化器</translation>
    </message>
    <message>
        <source>weights trained in bf16</source>
        <translation>以 bf16 训练权重</translation>
    </message>
    <message>
        <source>optimizer in host memory</source>
        <translation>优化器置于主机内存</translation>
    </message>
    <message>
        <source>gradients offloaded to host memory</source>
        <translation>梯度转入主机内存</translation>
    </message>
    <message>
        <source>less on the device during validation</source>
        <translation>验证时设备上同时保留更少内容</translation>
    </message>
    <message>
        <source>text encoder streamed</source>
        <translation>文本编码器流式加载</translation>
    </message>
    <message>
        <source>clips decoded in tiles</source>
        <translation>片段分块解码</translation>
    </message>
    <message>
        <source>clips decoded one by one</source>
        <translation>片段逐个解码</translation>
    </message>
    <message>
        <source>, about {percent}% slower</source>
        <translation>，约慢 {percent}%</translation>
    </message>
    <message>
        <source>, about {percent}% faster</source>
        <translation>，约快 {percent}%</translation>
    </message>
    <message>
        <source>{what}: {needed} of {there}{cost}</source>
        <translation>{what}：需要 {needed}，共 {there}{cost}</translation>
    </message>
    <message>
        <source>does not fit: {needed} of {there} even with {what}</source>
        <translation>放不下：即使{what}也需要 {needed}，而只有 {there}</translation>
    </message>
    <message>
        <source>{needed} of {there}{cost}</source>
        <translation>{there} 中的 {needed}{cost}</translation>
    </message>
    <message>
        <source>does not fit: {needed} of {there}</source>
        <translation>放不下：需要 {needed}，而只有 {there}</translation>
    </message>
    <message>
        <source>does not fit: {needed} of {there} host memory</source>
        <translation>放不下：需要 {needed}，主机内存有 {there}</translation>
    </message>
    <message>
        <source>does not fit: {needed} of {there} host memory with {what}</source>
        <translation>放不下：采用{what}时需要 {needed}，主机内存有 {there}</translation>
    </message>
    <message>
        <source>weights updated within the backward pass</source>
        <translation>权重在反向传播中更新</translation>
    </message>
    <message>
        <source>No mesh fits into {limit} a card, as each card holds all weights: one process with a balanced device map, which places them over {placed} cards, needs {placed_memory} of one and is as fast as one card.</source>
        <translation>没有任何网格能放进每张卡的 {limit}，因为每张卡都保存全部权重：一个使用均衡设备映射的进程把它们分布到 {placed} 张卡上，单张卡需要 {placed_memory}，速度与一张卡相同。</translation>
    </message>
    <message>
        <source>{count} of {all} blocks not recomputed</source>
        <translation>{all} 个块中有 {count} 个不重新计算</translation>
    </message>
    <message>
        <source>attention kept</source>
        <translation>保留注意力</translation>
    </message>
    <message>
        <source>clips encoded in tiles</source>
        <translation>片段分块编码</translation>
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
        <translation>正在生成标注</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between the parts of a sentence</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>loss {loss}</source>
        <translation>损失 {loss}</translation>
    </message>
    <message>
        <source>{steps} steps/h</source>
        <translation>{steps} 步/小时</translation>
    </message>
    <message>
        <source>VRAM {bytes}</source>
        <translation>显存 {bytes}</translation>
    </message>
    <message>
        <source>clip {number} of {count}</source>
        <translation>第 {number} 个片段（共 {count} 个）</translation>
    </message>
    <message>
        <source>{saved} needs {bytes} in {folder}</source>
        <translation>{saved}需要 {bytes}，位于 {folder}</translation>
    </message>
    <message>
        <source>: </source>
        <comment>between a word and what it tells of</comment>
        <translation>：</translation>
    </message>
    <message>
        <source>. </source>
        <comment>between words that are sentences of their own</comment>
        <translation>。</translation>
    </message>
</context>
<context>
    <name>project commands</name>
    <message>
        <source>&amp;New project…</source>
        <translation>新建项目(&amp;N)…</translation>
    </message>
    <message>
        <source>Creates a project in a folder you choose. Videos stay where they are.</source>
        <translation>在您选择的文件夹中创建项目，视频保留在原处。</translation>
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
    <message>
        <source>Open the &amp;sample project</source>
        <translation>打开示例项目(&amp;S)</translation>
    </message>
    <message>
        <source>Opens a small model with a few clips it has never seen. Training it on them takes a minute, even without a GPU.</source>
        <translation>打开一个小模型和几段它还不认识的片段：一分钟即可用它们训练，没有显卡也行。</translation>
    </message>
    <message>
        <source>&amp;Locate project…</source>
        <translation>查找项目(&amp;L)…</translation>
    </message>
    <message>
        <source>Opens the project at the place its folder was moved to.</source>
        <translation>在项目文件夹移动后的位置打开它。</translation>
    </message>
    <message>
        <source>Save a cop&amp;y…</source>
        <translation>保存副本(&amp;Y)…</translation>
    </message>
    <message>
        <source>Saves a project whose folder is gone in a new folder: its clips, captions, tags and buckets.</source>
        <translation>把文件夹已消失的项目保存到新文件夹：其片段、标注、标签和分桶。</translation>
    </message>
    <message>
        <source>Save a copy of the project in this folder</source>
        <translation>将项目副本保存到此文件夹</translation>
    </message>
    <message>
        <source>Where is the project now?</source>
        <translation>项目现在在哪里？</translation>
    </message>
</context>
<context>
    <name>row menu</name>
    <message>
        <source>Show in &amp;file manager</source>
        <translation>在文件管理器中显示(&amp;F)</translation>
    </message>
</context>
<context>
    <name>run phase</name>
    <message>
        <source>Captions</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>Clips</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>First step</source>
        <translation>第一步</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Validate</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
</context>
<context>
    <name>sample</name>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Check and buckets</source>
        <translation>检查与分桶</translation>
    </message>
    <message>
        <source>Precompute</source>
        <translation>预计算</translation>
    </message>
    <message>
        <source>Precompute held-out clips</source>
        <translation>预计算留出的片段</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>规划</translation>
    </message>
    <message>
        <source>Held-out loss before</source>
        <translation>训练前的留出损失</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Held-out loss after</source>
        <translation>训练后的留出损失</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>比较</translation>
    </message>
</context>
<context>
    <name>setting</name>
    <message>
        <source>one of %1</source>
        <translation>%1 之一</translation>
    </message>
    <message>
        <source>above %1</source>
        <translation>大于 %1</translation>
    </message>
    <message>
        <source>above %1, at most %2</source>
        <translation>大于 %1，不超过 %2</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>不小于 %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>“%1” is %2</source>
        <translation>“%1”为 %2</translation>
    </message>
    <message>
        <source> or </source>
        <comment>between two values</comment>
        <translation> 或 </translation>
    </message>
    <message>
        <source>Only used when %1.</source>
        <translation>仅在%1 时生效。</translation>
    </message>
    <message>
        <source> and </source>
        <comment>between two conditions</comment>
        <translation> 且 </translation>
    </message>
    <message>
        <source>Text to video</source>
        <translation>文生视频</translation>
    </message>
    <message>
        <source>Image to video</source>
        <translation>图生视频</translation>
    </message>
    <message>
        <source>LoRA</source>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>Full fine-tune</source>
        <translation>全量微调</translation>
    </message>
    <message>
        <source>“%1” is on</source>
        <translation>“%1”已开启</translation>
    </message>
    <message>
        <source>“%1” is off</source>
        <translation>“%1”已关闭</translation>
    </message>
    <message>
        <source>On</source>
        <comment>of a setting</comment>
        <translation>开</translation>
    </message>
    <message>
        <source>Off</source>
        <comment>of a setting</comment>
        <translation>关</translation>
    </message>
</context>
<context>
    <name>settings</name>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>list of texts</source>
        <translation>文本列表</translation>
    </message>
    <message>
        <source>File format version</source>
        <translation>文件格式的版本</translation>
    </message>
    <message>
        <source>Format of the run file. A program that only knows an older format refuses the file instead of misreading it.</source>
        <translation>训练配置文件的格式。只支持旧格式的程序会拒绝该文件，而不会误读。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Name of the run in lists. If empty, the run file&apos;s name.</source>
        <translation>训练在列表中显示的名称。留空则使用训练配置文件的名称。</translation>
    </message>
    <message>
        <source>Runs folder</source>
        <translation>训练文件夹</translation>
    </message>
    <message>
        <source>Where the run&apos;s folder is created, with its checkpoints, samples, events and frozen copies of this file and of the dataset. A relative path starts at the run file&apos;s folder.</source>
        <translation>本次训练的专用文件夹所在的位置，其中存放检查点、样片、事件，以及此文件和数据集的固化副本。相对路径以训练配置文件所在的文件夹为基准。</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Seed of all random numbers of the run: new LoRA weights, order of the clips, noise, timesteps, dropout and validation clips. On the CPU, two runs with the same seed, settings and data give bit-identical losses.</source>
        <translation>训练中所有随机数的起点：新的 LoRA 权重、片段顺序、噪声、时间步、随机丢弃和验证片段。在 CPU 上，种子、设置和数据都相同的两次训练，损失逐位一致。</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>auto uses the first CUDA device, or the CPU if there is none. cpu, cuda or cuda:1 selects one.</source>
        <translation>auto 选用第一个 CUDA 设备，没有时使用 CPU。cpu、cuda 和 cuda:1 用于指定设备。</translation>
    </message>
    <message>
        <source>CPU threads</source>
        <translation>CPU 线程数</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>个线程</translation>
    </message>
    <message>
        <source>Number of threads for each CPU operation; 0 uses one per core. It is frozen with the run, because a different number changes the order of summation and so the last digits of every loss.</source>
        <translation>单个运算在 CPU 上使用的线程数；0 表示每个核心一个线程。该数值随训练一同固化，因为线程数不同会改变求和顺序，从而改变每个损失值的末几位。</translation>
    </message>
    <message>
        <source>Allow TF32</source>
        <translation>允许 TF32</translation>
    </message>
    <message>
        <source>Lets CUDA devices multiply fp32 matrices with a 10-bit mantissa. Faster for fp32 computation; changes results in the third digit.</source>
        <translation>允许 CUDA 设备以 10 位尾数进行 fp32 矩阵乘法。以 fp32 计算的部分会更快，但结果从第三位有效数字起会有差异。</translation>
    </message>
    <message>
        <source>Model family</source>
        <translation>模型系列</translation>
    </message>
    <message>
        <source>Architecture of the model in the model folder.</source>
        <translation>模型文件夹中的模型所用的架构。</translation>
    </message>
    <message>
        <source>Model folder</source>
        <translation>模型文件夹</translation>
    </message>
    <message>
        <source>The published model: a folder in diffusers layout with model_index.json, or one .safetensors file with transformer and VAE that has the folders text_encoder and tokenizer beside it. Models are not downloaded from a hub by name: give a folder or file on disk.</source>
        <translation>已发布的模型：采用 diffusers 目录结构、含有 model_index.json 的文件夹，或者一个包含 Transformer 和 VAE 的 .safetensors 文件，其旁边有 text_encoder 和 tokenizer 文件夹。不会按名称从模型库（Hub）下载模型：请给出磁盘上的文件夹或文件。</translation>
    </message>
    <message>
        <source>Image dropout</source>
        <translation>图像丢弃率</translation>
    </message>
    <message>
        <source>Fraction of micro-batches trained without their first-frame image, so that the model also learns to work without one.</source>
        <translation>训练时不使用首帧图像的微批次所占的比例，让模型也学会在没有首帧图像的情况下生成。</translation>
    </message>
    <message>
        <source>Dataset</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>The frozen dataset: dataset.jsonl as written by `framewright-cli precompute`, one line per sample. The run keeps its own copy.</source>
        <translation>固化的数据集：由 `framewright-cli precompute` 写出的 dataset.jsonl，每行一个样本。训练会保留自己的副本。</translation>
    </message>
    <message>
        <source>Cache of latents and embeddings</source>
        <translation>潜变量与嵌入缓存</translation>
    </message>
    <message>
        <source>Folder where precompute stored the latents, text embeddings and first-frame conditions that the dataset refers to.</source>
        <translation>precompute 存放潜变量、文本嵌入和首帧条件的文件夹，数据集的各行会引用其中的内容。</translation>
    </message>
    <message>
        <source>Resolution buckets</source>
        <translation>分辨率分桶</translation>
    </message>
    <message>
        <source>Shapes to train on, each FRAMESxHEIGHTxWIDTH. Only samples in these buckets are used; an empty list uses the whole dataset.</source>
        <translation>用于训练的形状，每个均为 FRAMESxHEIGHTxWIDTH（帧数 x 高度 x 宽度）。只抽取属于这些分桶的样本；列表为空则抽取整个数据集。</translation>
    </message>
    <message>
        <source>Trigger word</source>
        <translation>触发词</translation>
    </message>
    <message>
        <source>Word added in front of every caption when the dataset is frozen and encoded, so that a prompt can invoke what was learned. Add it to the validation prompts yourself.</source>
        <translation>固化数据集并编码其文本时，加在每条标注之前的词，以便用提示词唤起所学的内容。验证提示词中需自行加入该词。</translation>
    </message>
    <message>
        <source>Caption dropout</source>
        <translation>标注丢弃率</translation>
    </message>
    <message>
        <source>Probability that a sample is trained with an empty prompt instead of its caption. Guidance compares the two and needs this to keep working.</source>
        <translation>训练样本时以空提示词代替其标注的概率。引导需要比较有提示词与无提示词两种结果，此设置使引导保持有效。</translation>
    </message>
    <message>
        <source>Loading threads</source>
        <translation>加载线程数</translation>
    </message>
    <message>
        <source>Threads that read upcoming batches from the cache while the device is busy; 0 reads each batch when it is needed. The order of the samples does not depend on it.</source>
        <translation>在设备工作时从缓存读取后续批次的线程数；0 表示需要时才读取各批次。样本顺序不受其影响。</translation>
    </message>
    <message>
        <source>Training type</source>
        <translation>训练方式</translation>
    </message>
    <message>
        <source>A LoRA (lora) trains small matrices on top of the frozen model and saves a small file. A full fine-tune (sft) trains the transformer&apos;s own weights and saves a whole model folder.</source>
        <translation>LoRA（lora）在冻结的模型之外训练小型矩阵，并保存一个小文件。全量微调（sft）训练 transformer 自身的权重，并保存整个模型文件夹。</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务类型</translation>
    </message>
    <message>
        <source>What to train a model for that can do several tasks; otherwise the task follows from the model folder. Image to video (image_to_video) gives the model the first frame.</source>
        <translation>对可用于多种任务的模型，指定训练哪一种；否则由模型文件夹决定。图生视频（image_to_video）会把第一帧提供给模型。</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Number of weight updates. 0 counts epochs instead; training.train_epochs must then be set.</source>
        <translation>训练在更新权重这么多次后完成。设为 0 则按轮数计：此时必须设置 training.train_epochs。</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>Number of passes over the dataset. Only used when training.train_steps is 0.</source>
        <translation>训练在遍历数据集这么多遍后完成。仅在 training.train_steps 为 0 时生效。</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>批次大小</translation>
    </message>
    <message>
        <source>clips</source>
        <translation>个片段</translation>
    </message>
    <message>
        <source>Number of clips of one bucket that are processed at once. Memory use grows almost in proportion.</source>
        <translation>同一分桶中一次送入模型的片段数。显存占用几乎随之成正比增长。</translation>
    </message>
    <message>
        <source>Gradient accumulation</source>
        <translation>梯度累积</translation>
    </message>
    <message>
        <source>batches</source>
        <translation>个批次</translation>
    </message>
    <message>
        <source>Number of batches whose gradients are averaged for one update: a large batch with the memory of a small one.</source>
        <translation>每次更新前对梯度取平均的批次数：以小批次的显存占用实现大批次的效果。</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Gradient checkpointing</source>
        <translation>梯度检查点</translation>
    </message>
    <message>
        <source>Keeps only the input of each block and recomputes the block in the backward pass: about a third slower, with a fraction of the memory. The gradients are identical.</source>
        <translation>只保留每个块的输入，并在反向传播时重新计算该块：耗时增加约三分之一，显存占用大幅减少。梯度不变。</translation>
    </message>
    <message>
        <source>Checkpoint every n-th block</source>
        <translation>每 n 个块设一个梯度检查点</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>个块</translation>
    </message>
    <message>
        <source>1 recomputes every block; 2 only every second one, which is faster and needs more memory.</source>
        <translation>1 表示重新计算每个块；2 表示每两个块只重新计算一个，速度更快，但占用更多显存。</translation>
    </message>
    <message>
        <source>Skipped steps before stopping</source>
        <translation>停止前允许跳过的步数</translation>
    </message>
    <message>
        <source>Steps whose loss or gradient is not finite are skipped. After this many in a row, the run stops and keeps its last good state.</source>
        <translation>损失或梯度不是有限数的步会被跳过并计数。连续跳过的步数达到此值时，训练停止，并保留最后的正常状态。</translation>
    </message>
    <message>
        <source>Start from trained weights</source>
        <translation>从已训练的权重开始</translation>
    </message>
    <message>
        <source>Weights to start from, at step 0: a LoRA file (diffusers, ComfyUI or kohya keys, with the same modules as this run) or a checkpoint folder of another run. If empty, a new LoRA or the published model.</source>
        <translation>从第 0 步起继续训练所用的权重：LoRA 文件（diffusers、ComfyUI 或 kohya 键名；其模块必须与本次训练的模块一致）或另一次训练的检查点文件夹。留空则使用新的 LoRA，或原样发布的模型。</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>秩（Rank）</translation>
    </message>
    <message>
        <source>Inner dimension of the LoRA matrices. A higher rank can learn more and makes a larger file.</source>
        <translation>LoRA 矩阵的内部宽度：可学习的内容和文件大小都随之增长。</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>The LoRA&apos;s effect is scaled by alpha / rank. Equal to the rank means a scale of 1.</source>
        <translation>LoRA 的作用按 alpha / rank 缩放。与秩相等时，缩放系数为 1。</translation>
    </message>
    <message>
        <source>Adapted modules</source>
        <translation>目标模块</translation>
    </message>
    <message>
        <source>Linear layers of the transformer that get a LoRA. An entry of letters, digits, dots and underscores matches the end of a module&apos;s name (to_q, attn1.to_out.0); any other entry is a regular expression that must match the whole name.</source>
        <translation>transformer 中添加 LoRA 的线性层。仅由字母、数字、点和下划线组成的条目表示模块名称的末尾部分（to_q、attn1.to_out.0）；其他条目均为正则表达式，必须匹配完整名称。</translation>
    </message>
    <message>
        <source>Trained modules</source>
        <translation>训练模块</translation>
    </message>
    <message>
        <source>Modules whose weights are trained, named as in lora.target_modules; everything inside a named module is trained, too. If empty, the whole transformer.</source>
        <translation>训练其权重的模块，命名方式与 lora.target_modules 相同；所列模块之下的全部内容也会参与训练。留空则训练整个 transformer。</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Size of an update. 1e-4 to 1e-3 is usual for a LoRA, 1e-5 for a full fine-tune. 0 leaves the weights unchanged, for measurements.</source>
        <translation>每次更新的幅度。LoRA 通常为 1e-4 到 1e-3，全量微调通常为 1e-5。设为 0 则不做任何改变，可用于测量。</translation>
    </message>
    <message>
        <source>Beta 1</source>
        <translation>Beta 1</translation>
    </message>
    <message>
        <source>Decay of the running mean of the gradient.</source>
        <translation>梯度滑动平均的衰减率。</translation>
    </message>
    <message>
        <source>Beta 2</source>
        <translation>Beta 2</translation>
    </message>
    <message>
        <source>Decay of the running mean of the squared gradient.</source>
        <translation>梯度平方滑动平均的衰减率。</translation>
    </message>
    <message>
        <source>Epsilon</source>
        <translation>Epsilon</translation>
    </message>
    <message>
        <source>Keeps the division by the gradient&apos;s root mean square finite.</source>
        <translation>使除以梯度均方根的结果保持有限。</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>权重衰减</translation>
    </message>
    <message>
        <source>Pulls the trained weights towards zero.</source>
        <translation>将被训练的权重拉向零的强度。</translation>
    </message>
    <message>
        <source>Gradient clipping norm</source>
        <translation>梯度裁剪范数</translation>
    </message>
    <message>
        <source>All gradients together are scaled down to this norm if theirs is larger, so that one odd batch does no harm.</source>
        <translation>所有梯度的总范数超过此值时，会整体缩小到此值，以免个别异常批次造成破坏。</translation>
    </message>
    <message>
        <source>Gradient clipping</source>
        <translation>梯度裁剪</translation>
    </message>
    <message>
        <source>When the gradients are scaled down to the largest norm: once per update, or after each micro-batch, as finetrainers does. Without gradient accumulation both are the same.</source>
        <translation>何时将梯度缩小到最大范数：每次更新一次，或像 finetrainers 那样在每个微批次之后。不使用梯度累积时两者相同。</translation>
    </message>
    <message>
        <source>Flow matching</source>
        <translation>流匹配</translation>
    </message>
    <message>
        <source>Learning-rate schedule</source>
        <translation>学习率调度</translation>
    </message>
    <message>
        <source>How the learning rate changes over the steps. All but constant rise from 0 during the warm-up; linear, cosine, cosine_with_restarts and polynomial then fall towards 0 at the last step.</source>
        <translation>学习率随步数变化的方式。除 constant 外，均在预热期间从 0 上升；linear、cosine、cosine_with_restarts 和 polynomial 随后逐渐下降，到最后一步时趋近于 0。</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>预热步数</translation>
    </message>
    <message>
        <source>Number of updates over which the learning rate rises from 0.</source>
        <translation>学习率从 0 上升所经历的更新次数。</translation>
    </message>
    <message>
        <source>Cycles</source>
        <translation>周期数</translation>
    </message>
    <message>
        <source>How often cosine_with_restarts falls from the full rate to 0.</source>
        <translation>cosine_with_restarts 从最大学习率降到 0 的次数。</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>幂次</translation>
    </message>
    <message>
        <source>Exponent of the polynomial schedule; 1 is a straight line.</source>
        <translation>polynomial 的指数；1 表示直线。</translation>
    </message>
    <message>
        <source>Checkpoint every</source>
        <translation>检查点间隔</translation>
    </message>
    <message>
        <source>Steps between checkpoints. A run resumes exactly from a checkpoint, so a crash costs at most the steps since the last one.</source>
        <translation>两个检查点之间的步数；从检查点可以精确恢复训练。发生崩溃时，最多损失上一个检查点之后的步数。</translation>
    </message>
    <message>
        <source>Checkpoints kept</source>
        <translation>保留的检查点数</translation>
    </message>
    <message>
        <source>checkpoints</source>
        <translation>个检查点</translation>
    </message>
    <message>
        <source>Number of checkpoints to keep. The oldest one is deleted once a newer one is safely on disk. 0 keeps all.</source>
        <translation>保留的检查点数。新的检查点安全写入磁盘后，会删除最旧的检查点。0 表示全部保留。</translation>
    </message>
    <message>
        <source>EMA decay</source>
        <translation>EMA 衰减率</translation>
    </message>
    <message>
        <source>Keeps an exponential moving average of the trained weights with this decay, for example 0.999. It is used for validation and saved beside the trained weights. 0 turns it off.</source>
        <translation>以此衰减率（例如 0.999）保留被训练权重的指数滑动平均，用于验证，并与训练的权重一同保存。0 表示关闭。</translation>
    </message>
    <message>
        <source>TensorBoard files</source>
        <translation>TensorBoard 文件</translation>
    </message>
    <message>
        <source>Also writes the metrics as TensorBoard event files.</source>
        <translation>同时将指标写为 TensorBoard 事件文件。</translation>
    </message>
    <message>
        <source>CSV file</source>
        <translation>CSV 文件</translation>
    </message>
    <message>
        <source>Also writes the metrics to metrics.csv, one line per step.</source>
        <translation>同时将指标写入 metrics.csv，每步一行。</translation>
    </message>
    <message>
        <source>Validation prompts</source>
        <translation>验证提示词</translation>
    </message>
    <message>
        <source>Prompts to generate clips from during training. A prompt may end in @@@FRAMESxHEIGHTxWIDTH; otherwise the clip has the shape of the dataset&apos;s most frequent bucket. If empty, no clips are generated.</source>
        <translation>训练期间用于生成片段的提示词。提示词末尾可加 @@@FRAMESxHEIGHTxWIDTH（帧数 x 高度 x 宽度）；不加时，片段采用数据集中最常见分桶的形状。留空则不生成片段。</translation>
    </message>
    <message>
        <source>Validation images</source>
        <translation>验证图像</translation>
    </message>
    <message>
        <source>First frames of the validation clips, one for each prompt.</source>
        <translation>验证片段的首帧，每条提示词一张。</translation>
    </message>
    <message>
        <source>Clips per prompt</source>
        <translation>每条提示词的片段数</translation>
    </message>
    <message>
        <source>Each clip has its own seed, counted up from run.seed and the same at every validation, so that clips of different steps can be compared.</source>
        <translation>每个片段都有自己的种子，从 run.seed 起依次递增，且每次验证都相同，因此不同步数的片段可以相互比较。</translation>
    </message>
    <message>
        <source>Validate every</source>
        <translation>验证间隔</translation>
    </message>
    <message>
        <source>Steps between validations.</source>
        <translation>两次验证之间的步数。</translation>
    </message>
    <message>
        <source>Denoising steps</source>
        <translation>去噪步数</translation>
    </message>
    <message>
        <source>Number of denoising steps of a validation clip.</source>
        <translation>采样器生成验证片段所用的步数。</translation>
    </message>
    <message>
        <source>Guidance</source>
        <translation>引导强度</translation>
    </message>
    <message>
        <source>How closely validation clips follow their prompt. 1 or less turns guidance off and halves the time.</source>
        <translation>验证片段遵循提示词的程度；设为 1 或更小则不使用引导，耗时减半。</translation>
    </message>
    <message>
        <source>Dynamic guidance</source>
        <translation>动态引导</translation>
    </message>
    <message>
        <source>Guidance rises from 1 along a cosine over the denoising steps, which makes the first steps calmer.</source>
        <translation>引导强度沿余弦曲线从 1 开始随去噪步数上升，使最初几步更平稳。</translation>
    </message>
    <message>
        <source>Memory mode</source>
        <translation>显存模式</translation>
    </message>
    <message>
        <source>VAE slicing</source>
        <translation>VAE 切片</translation>
    </message>
    <message>
        <source>Decodes one clip of a validation batch at a time.</source>
        <translation>对验证批次中的片段逐个解码。</translation>
    </message>
    <message>
        <source>VAE tiling</source>
        <translation>VAE 分块</translation>
    </message>
    <message>
        <source>Held-out samples</source>
        <translation>留出样本数</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>个样本</translation>
    </message>
    <message>
        <source>Number of samples that are never trained on. Their loss, at fixed timesteps and with fixed noise, shows whether the model learns or memorises.</source>
        <translation>数据集中始终不参与训练的样本数。以固定的时间步和固定的噪声计算这些样本的损失，可以看出模型是在学习还是在死记硬背。</translation>
    </message>
    <message>
        <source>Held-out loss every</source>
        <translation>留出损失测量间隔</translation>
    </message>
    <message>
        <source>Steps between measurements of the held-out loss.</source>
        <translation>两次测量留出损失之间的步数。</translation>
    </message>
    <message>
        <source>Offload activations</source>
        <translation>卸载激活值</translation>
    </message>
    <message>
        <source>Keeps the block inputs that gradient checkpointing saves in page-locked host memory until the backward pass. Copies overlap with computation; the results are identical.</source>
        <translation>梯度检查点为每个块保留的输入在锁页主机内存中等待反向传播，而不是留在设备上。复制与计算同时进行；数值不变。</translation>
    </message>
    <message>
        <source>Keep attention</source>
        <translation>保留注意力结果</translation>
    </message>
    <message>
        <source>Keeps what attention read and computed in each checkpointed block, so that the backward pass does not compute it again: a faster step for four times as much memory per block as its inputs take, about. The results are identical.</source>
        <translation>保留每个设有梯度检查点的块中注意力读取和计算的内容，反向传播无需重新计算：每步更快，但每个块约多占其输入四倍的内存。数值不变。</translation>
    </message>
    <message>
        <source>Streamed blocks</source>
        <translation>流式加载的块</translation>
    </message>
    <message>
        <source>Number of transformer blocks, spread evenly, that stay in page-locked host memory and are streamed to the device when needed, two at a time: each block above two saves the memory of one. A number above the total streams all blocks, 0 none. Streamed blocks are always checkpointed. The results are identical; with large clips, computation hides the copies.</source>
        <translation>Transformer 中这么多个均匀分布的块保存在锁页主机内存中，只在计算时进入设备，同时最多两个：超过两个后每多一个就为设备省下一个块。大于总块数表示全部流式加载，0 表示都不流式加载。流式加载的块总是使用检查点。数值不变；片段较大时复制会被计算掩盖。</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>Keeps the frozen weights of the transformer blocks&apos; linear layers in fewer bits while a LoRA trains: fp8 (e4m3) or int8 with a scale per row in half the memory of bf16, nf4 (4-bit NormalFloat with double quantization, attention&apos;s layers in int8) in a third. Each layer is dequantized when it computes, and streamed blocks are copied as codes. Results change slightly: the log names the error and the layers in which it is largest. The codes are computed once and kept in the user&apos;s cache; the model&apos;s files stay as they are, and a LoRA is merged into them unrounded. none keeps the weights in the precision of training.mixed_precision.</source>
        <translation>训练 LoRA 时，用更少的位数保存 Transformer 块中线性层的冻结权重：fp8（e4m3）或 int8 每行一个缩放系数，占 bf16 一半的内存；nf4（4 位 NormalFloat，双重量化，注意力层用 int8）占三分之一。每一层在计算时反量化，流式传输的块以量化形式复制。结果略有变化：日志会给出误差以及误差最大的层。量化只计算一次，保存在用户的缓存中；模型文件保持不变，LoRA 会合并到未舍入的原始权重中。none 表示权重保持 training.mixed_precision 的精度。</translation>
    </message>
    <message>
        <source>How validation shares memory with training, whose transformer it uses: model keeps the text encoder and the VAE on the device only while each of them works, none keeps both there.</source>
        <translation>验证如何与训练共用内存；它使用训练中的 transformer：model 只在文本编码器和 VAE 各自工作时把它们放在设备上，none 则把两者都留在设备上。</translation>
    </message>
    <message>
        <source>Text encoder</source>
        <translation>文本编码器</translation>
    </message>
    <message>
        <source>Data type that the model computes in. LoRA weights and, unless sft.trained_type says otherwise, trained weights are kept in fp32. fp16 scales the loss so that small gradients do not vanish. The type that the model was trained in works best.</source>
        <translation>模型计算所用的类型。LoRA 权重始终以 fp32 保存；除非 sft.trained_type 另有规定，训练的权重也是如此。fp16 会缩放损失，使小梯度不致消失。最好使用模型训练时所用的类型。</translation>
    </message>
    <message>
        <source>Trained-weight precision</source>
        <translation>训练权重的精度</translation>
    </message>
    <message>
        <source>fp32 keeps the trained weights and accumulated gradients in fp32, beside the bf16 weights used for computation. bf16 trains the bf16 weights themselves and saves up to 8 bytes per weight: stochastic rounding makes changes too small for bf16 count on average. Losses differ slightly from those with fp32.</source>
        <translation>fp32 在参与计算的 bf16 权重之外，另以 fp32 保存训练的权重及其累加的梯度。bf16 则直接训练这些权重，每个权重最多节省 8 字节：更新会随机向上或向下舍入，因此小到 bf16 无法表示的变化平均而言仍然有效。损失与 fp32 略有不同。</translation>
    </message>
    <message>
        <source>Optimizer in host memory</source>
        <translation>优化器置于主机内存</translation>
    </message>
    <message>
        <source>Keeps the fp32 weights, accumulated gradients and optimizer state in host memory and updates them there, on the CPU. The GPU holds only the weights used for computation and the gradients of one backward pass. Saves nothing when the run computes on the CPU.</source>
        <translation>将 fp32 权重、累加的梯度和优化器状态保存在主机内存中，并在 CPU 上更新。GPU 上只保留参与计算的权重和一次反向传播的梯度。若运行在 CPU 上计算，则不会节省内存。</translation>
    </message>
    <message>
        <source>Offload gradients</source>
        <translation>转移梯度</translation>
    </message>
    <message>
        <source>Moves each gradient to host memory as soon as the backward pass has computed it, so that the GPU never holds all of them. The results are identical.</source>
        <translation>在反向传播仍在进行时，每个梯度一经算出便转入主机内存，因此 GPU 上从不同时保存全部梯度。数值保持不变。</translation>
    </message>
    <message>
        <source>Validate before training</source>
        <translation>训练前先验证</translation>
    </message>
    <message>
        <source>Also generates the clips and measures the held-out loss before the first step, to show the untrained model.</source>
        <translation>在第一步之前也生成片段并测量留出损失，以显示未经训练的模型。</translation>
    </message>
    <message>
        <source>Noise on first frames</source>
        <translation>首帧噪声</translation>
    </message>
    <message>
        <source>Adds noise of random strength, exp(N(-3, 0.5)), to first frames before they are encoded, as the trainers of CogVideo and CogVideoX-Factory do, so that the model does not copy every flaw of its image. Each clip gets a few noised images for training to draw from; the held-out loss uses the clean one. Applied when the dataset is encoded: what is already encoded does not change.</source>
        <translation>在编码之前给首帧加上强度随机的噪声 exp(N(-3, 0.5))，与 CogVideo 和 CogVideoX-Factory 的训练程序一样，使模型不会照搬图像的每个瑕疵。每个片段得到若干张加噪图像，训练时从中抽取；留出损失使用干净的那张。它在数据集编码时起作用：已经编码的内容保持不变。</translation>
    </message>
    <message>
        <source>Transformer folder</source>
        <translation>Transformer 文件夹</translation>
    </message>
    <message>
        <source>VAE folder</source>
        <translation>VAE 文件夹</translation>
    </message>
    <message>
        <source>Text encoder folder</source>
        <translation>文本编码器文件夹</translation>
    </message>
    <message>
        <source>Image encoder folder</source>
        <translation>图像编码器文件夹</translation>
    </message>
    <message>
        <source>Location of this component if it is not in the model folder: a folder of its own, or the single .safetensors file of a model that holds it. Models that share a component then need only one copy on disk.</source>
        <translation>该组件不在模型文件夹中时所在的位置：组件自己的文件夹，或包含该组件的模型单文件（.safetensors）。共用同一组件的模型只需在磁盘上保存一份。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>本次训练</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存与内存</translation>
    </message>
    <message>
        <source>LoRA</source>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>Full fine-tune</source>
        <translation>全量微调</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Averaged weights (EMA)</source>
        <translation>平均权重（EMA）</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Metric export</source>
        <translation>指标导出</translation>
    </message>
    <message>
        <source>Noise levels</source>
        <translation>噪声级别</translation>
    </message>
    <message>
        <source>Mean of noise levels</source>
        <translation>噪声级别均值</translation>
    </message>
    <message>
        <source>Above 0 less noise is trained, below 0 more.</source>
        <translation>大于 0 时训练的噪声较少，小于 0 时较多。</translation>
    </message>
    <message>
        <source>Spread of noise levels</source>
        <translation>噪声级别离散度</translation>
    </message>
    <message>
        <source>The larger, the more the ends are trained, too.</source>
        <translation>越大，两端也训练得越多。</translation>
    </message>
    <message>
        <source>Mode scale</source>
        <translation>mode 缩放</translation>
    </message>
    <message>
        <source>Above 0 middle noise levels come more often, below 0 the ends.</source>
        <translation>大于 0 时中间噪声级别更常出现，小于 0 时两端更常出现。</translation>
    </message>
    <message>
        <source>Shift by size</source>
        <translation>按尺寸偏移</translation>
    </message>
    <message>
        <source>Trains larger and longer clips at more noise: their details withstand more of it.</source>
        <translation>对更大、更长的片段使用更多噪声训练：它们的细节能承受更多噪声。</translation>
    </message>
    <message>
        <source>Flow shift</source>
        <translation>流偏移</translation>
    </message>
    <message>
        <source>Above 1 all clips are trained at more noise, below 1 at less.</source>
        <translation>大于 1 时所有片段用更多噪声训练，小于 1 时更少。</translation>
    </message>
    <message>
        <source>Shift of small clips</source>
        <translation>小片段的偏移</translation>
    </message>
    <message>
        <source>Exponent of the shift at the fewest tokens.</source>
        <translation>最少词元数时偏移的指数。</translation>
    </message>
    <message>
        <source>Shift of large clips</source>
        <translation>大片段的偏移</translation>
    </message>
    <message>
        <source>Exponent of the shift at the most tokens.</source>
        <translation>最多词元数时偏移的指数。</translation>
    </message>
    <message>
        <source>Fewest tokens</source>
        <translation>最少词元数</translation>
    </message>
    <message>
        <source>From here on the shift grows with the tokens of a clip.</source>
        <translation>从此处开始，偏移随片段的词元数增长。</translation>
    </message>
    <message>
        <source>Most tokens</source>
        <translation>最多词元数</translation>
    </message>
    <message>
        <source>Where the shift of large clips is reached.</source>
        <translation>在此达到大片段的偏移。</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>First-frame share</source>
        <translation>首帧比例</translation>
    </message>
    <message>
        <source>Share of the micro-batches in which the first frame gets less noise than the rest, so that the model also learns to continue from an image.</source>
        <translation>首帧噪声少于其余帧的微批次所占比例，使模型也学会从一张图像继续生成。</translation>
    </message>
    <message>
        <source>First-frame noise</source>
        <translation>首帧噪声</translation>
    </message>
    <message>
        <source>The most noise that such a first frame gets: 0 is the clean image, 1 noise alone.</source>
        <translation>此类首帧所加噪声的上限：0 为干净图像，1 为纯噪声。</translation>
    </message>
    <message>
        <source>Decode timestep</source>
        <translation>解码时间步</translation>
    </message>
    <message>
        <source>How noisy the decoder takes its latents to be: from 0.9.1 on it does the last denoising step itself. 0.9.0 has no such decoder.</source>
        <translation>解码器认为其潜变量的噪声程度：自 0.9.1 起由它完成最后一步去噪。0.9.0 没有这种解码器。</translation>
    </message>
    <message>
        <source>Decode noise</source>
        <translation>解码噪声</translation>
    </message>
    <message>
        <source>Share of noise that is mixed into the latents before they are decoded; the decode timestep tells the decoder of it.</source>
        <translation>解码前混入潜变量的噪声比例；解码时间步会告知解码器。</translation>
    </message>
    <message>
        <source>Guidance rescale</source>
        <translation>引导重缩放</translation>
    </message>
    <message>
        <source>Brings the contrast that guidance adds back towards that of the prediction with the prompt alone; 0 leaves it.</source>
        <translation>将引导增加的对比度拉回到仅用提示词预测时的水平；0 表示不变。</translation>
    </message>
    <message>
        <source>Condition noise</source>
        <translation>条件噪声</translation>
    </message>
    <message>
        <source>Noise on images and clips that are to be kept, less with every step: with some, motion starts more easily. 0.9.5 alone uses it.</source>
        <translation>加在需保留的图像和片段上的噪声，每一步递减：有一些噪声时运动更容易开始。仅 0.9.5 使用。</translation>
    </message>
    <message>
        <source>Guidance in training</source>
        <translation>训练时的引导</translation>
    </message>
    <message>
        <source>The guidance that the network is told of in training. Guidance was distilled into it, so it takes the scale as a number; 1 is none.</source>
        <translation>训练时告知网络的引导强度。引导已被蒸馏进网络，因此强度以数值输入；1 表示没有引导。</translation>
    </message>
    <message>
        <source>Order of sections in training</source>
        <translation>训练时段的顺序</translation>
    </message>
    <message>
        <source>Order of sections</source>
        <translation>段的顺序</translation>
    </message>
    <message>
        <source>Latent frames of a section in training</source>
        <translation>训练时每段的潜变量帧数</translation>
    </message>
    <message>
        <source>Latent frames of a section</source>
        <translation>每段的潜变量帧数</translation>
    </message>
    <message>
        <source>FramePack makes a clip section by section. inverted_anti_drifting: from the last section to the first; vanilla: from the first on, for FramePack-F1.</source>
        <translation>FramePack 逐段生成片段。inverted_anti_drifting：从最后一段到第一段；vanilla：从第一段开始，用于 FramePack-F1。</translation>
    </message>
    <message>
        <source>Latent frames that the network makes at a time, each of 4 frames: 9 are a section of 36 frames.</source>
        <translation>网络一次生成的潜变量帧数，每个对应 4 帧：9 个即 36 帧的一段。</translation>
    </message>
    <message>
        <source>Embedded guidance</source>
        <translation>内嵌引导</translation>
    </message>
    <message>
        <source>How strictly clips follow the prompt: a number that the network takes, at no cost. The guidance scale above 1 adds a second pass with the negative prompt.</source>
        <translation>片段遵循提示词的程度：网络直接接受的数值，不增加耗时。引导强度大于 1 时，会再用负面提示词计算一遍。</translation>
    </message>
    <message>
        <source>Several processes</source>
        <translation>多进程</translation>
    </message>
    <message>
        <source>ZeRO stage</source>
        <translation>ZeRO 阶段</translation>
    </message>
    <message>
        <source>What the processes of a run on several GPUs share out instead of each keeping all of it. 1 and 2: optimizer state, master weights, the EMA and summed gradients. 3: also the weights of all blocks, which come from the other processes in each pass; it needs a fast connection. The numbers stay those of one process. Without effect in a run of one process.</source>
        <translation>多个 GPU 上的训练进程彼此分担、而不是各自完整保存的内容。1 和 2：优化器状态、主权重、EMA 和累加后的梯度。3：还包括所有块的权重，每次计算时由其他进程传来，因此需要高速连接。数值与单进程训练相同。对单进程训练无效。</translation>
    </message>
    <message>
        <source>Timeout of ranks</source>
        <translation>进程等待时限</translation>
    </message>
    <message>
        <source>Check exchanges between ranks</source>
        <translation>检查进程间的数据交换</translation>
    </message>
    <message>
        <source>Has the processes of a run compare each exchange of tensors before they make it, so that a mismatch becomes an error instead of a hang. Slow: for finding faults. Without effect in a run of one process.</source>
        <translation>让各进程在每次交换张量之前先进行比对，不一致时报错而不是卡住。速度较慢，用于查找故障。只有一个进程时不起作用。</translation>
    </message>
    <message>
        <source>Update within the backward pass</source>
        <translation>在反向传播中更新</translation>
    </message>
    <message>
        <source>Updates each weight as soon as the backward pass has computed its gradient and frees that at once, which saves the memory of all gradients: 2 to 6 bytes per trained value. There is no clipping then, as it needs all of them, and a step whose gradients are not finite ends the run instead of being skipped. For one process.</source>
        <translation>反向传播一算出某个权重的梯度就更新该权重，并立即释放梯度，从而节省全部梯度的内存：每个训练值 2 到 6 字节。此时不做梯度裁剪，因为裁剪需要所有梯度；梯度不是有限值的步骤会结束运行，而不是被跳过。仅限一个进程。</translation>
    </message>
    <message>
        <source>Processes per sample (Ulysses)</source>
        <translation>每个样本的进程数（Ulysses）</translation>
    </message>
    <message>
        <source>How many processes of a run on several GPUs compute each sample together, each with a part of its tokens, which they trade for attention heads (Ulysses): each needs less memory for activations, so larger clips fit, and a GPU that no micro-batch is left for helps too. The other processes, in groups of ulysses x ring, compute other samples. Needs a fast connection, as within a machine. Without effect in a run of one process.</source>
        <translation>多个 GPU 上的训练中，共同计算每个样本的进程数：每个进程负责一部分词元，并用它们交换注意力头（Ulysses）。这样每个进程的激活值所需显存更少，可容纳更大的片段，没有微批次可分的 GPU 也能参与计算。其余进程以 ulysses x ring 为一组，计算其他样本。需要高速连接，例如同一台机器内。对单进程训练无效。</translation>
    </message>
    <message>
        <source>Processes per sample (ring)</source>
        <translation>每个样本的进程数（环形）</translation>
    </message>
    <message>
        <source>As distributed.ulysses, but keys and values go round among so many processes, or groups of ulysses processes: each talks to its neighbours alone, which serves between machines. Without effect in a run of one process.</source>
        <translation>与 distributed.ulysses 类似，但 Key 和 Value 在这么多个进程（或由 ulysses 个进程组成的小组）之间循环传递：每个进程只与相邻进程通信，适合跨机器使用。对单进程训练无效。</translation>
    </message>
    <message>
        <source>Blocks not recomputed</source>
        <translation>不重新计算的块</translation>
    </message>
    <message>
        <source>Number of transformer blocks, the last ones, that keep all that their backward pass needs, in spite of gradient checkpointing: each makes a step faster and takes memory. A number above the total recomputes none but streamed blocks. The results are identical.</source>
        <translation>即使启用了梯度检查点，最后这么多个 Transformer 块仍保留反向传播所需的全部数据：每个块都会加快训练步，但会占用内存。若数值大于块的总数，则只重新计算流式传输的块。结果完全相同。</translation>
    </message>
    <message>
        <source>How long the processes of a run on several GPUs wait for one that makes no progress before the run ends and names it. Each step of its work and each exchange is progress; saving and encoding, which one process does for all, may take longer. Without effect in a run of one process.</source>
        <translation>在多块 GPU 上训练时，某个进程没有进展时其他进程等待的最长时间；超时后训练结束并指出该进程。其工作的每一步和每次数据交换都算作进展；由一个进程代为完成的保存和编码可以用更长时间。只有一个进程时不起作用。</translation>
    </message>
    <message>
        <source>Train without missing clips</source>
        <translation>忽略缺失片段进行训练</translation>
    </message>
    <message>
        <source>Clips that are missing or cannot be read are left out, with a warning. When they are more than 5 % of the samples or a whole folder, a disk may not be connected: the run ends before its first step unless this is on.</source>
        <translation>缺失或无法读取的片段会被忽略并给出警告。如果它们超过样本的 5 % 或占整个文件夹，可能是磁盘未连接：除非启用此项，否则运行会在第一步之前结束。</translation>
    </message>
    <message>
        <source>Encode in tiles</source>
        <translation>分块编码</translation>
    </message>
    <message>
        <source>Stored latents</source>
        <translation>存储的潜变量</translation>
    </message>
    <message>
        <source>What the cache keeps of a clip: its posterior, from which each step draws a new sample, or one fixed sample, in half the space.</source>
        <translation>缓存保留片段的什么内容：后验分布（posterior），每一步从中重新采样；或一个固定样本（sample），只占一半空间。</translation>
    </message>
    <message>
        <source>Encoding precision</source>
        <translation>编码精度</translation>
    </message>
    <message>
        <source>Type in which clips and captions are encoded and stored. auto keeps the type of a dataset that is encoded already; otherwise it is the model&apos;s own type on a GPU and fp32 on the CPU.</source>
        <translation>片段和标注编码与存储所用的类型。auto 保持已编码数据集的类型；否则在 GPU 上使用模型自身的类型，在 CPU 上使用 fp32。</translation>
    </message>
    <message>
        <source>Where prompts and captions are encoded, once per run. stream moves the encoder&apos;s blocks to the device one after the other, with a tenth of the memory; cpu does not use the device and is slower.</source>
        <translation>提示词和标注在哪里编码（每次运行一次）：stream 把编码器的块逐个送到设备上，只需十分之一的内存；cpu 不占用设备，但耗时更长。</translation>
    </message>
    <message>
        <source>Decodes a validation clip in overlapping tiles: far less memory, faint seams at worst. data.vae_tiling does the same for encoding.</source>
        <translation>以相互重叠的图块解码验证片段：显存占用大幅减少，最多只会出现不明显的接缝。data.vae_tiling 对编码起同样的作用。</translation>
    </message>
    <message>
        <source>Encodes clips in overlapping tiles: far less memory, but faint seams in what the model learns from. Turn it on if encoding runs out of memory; Fit to my GPU does so if needed.</source>
        <translation>以相互重叠的图块编码片段：占用的内存少得多，但模型所学的数据中会有轻微接缝。编码时内存不足才需开启；“适配我的 GPU”会在需要时开启。</translation>
    </message>
    <message>
        <source>Last validation images</source>
        <translation>验证末图</translation>
    </message>
    <message>
        <source>Last frames of the validation clips, one for each prompt, for models that make a clip between two images.</source>
        <translation>验证片段的末帧，每条提示词一张，用于在两张图像之间生成片段的模型。</translation>
    </message>
    <message>
        <source>Trained expert</source>
        <translation>训练的专家</translation>
    </message>
    <message>
        <source>Wan 2.2 A14B has two expert networks: one for high noise, which decides layout and motion, and one for low noise, which adds detail. A run trains one of them (high, low) at the timesteps it samples at, a LoRA for each (each), or one LoRA for both (shared). Other models have a single network.</source>
        <translation>Wan 2.2 A14B 有两个专家网络：高噪声专家决定构图和运动，低噪声专家补充细节。一次训练可以在采样所用的时间步上训练其中一个（high、low），为每个各训练一个 LoRA（each），或为两者训练同一个 LoRA（shared）。其他模型只有一个网络。</translation>
    </message>
    <message>
        <source>Timestep convention</source>
        <translation>时间步约定</translation>
    </message>
    <message>
        <source>Which trainer&apos;s timesteps the network gets: finetrainers draws whole numbers up to 1000, musubi-tuner and diffusion-pipe draw fractions, and musubi-tuner adds 1.</source>
        <translation>网络使用哪种训练器的时间步：finetrainers 抽取不超过 1000 的整数，musubi-tuner 和 diffusion-pipe 抽取小数，musubi-tuner 再加 1。</translation>
    </message>
    <message>
        <source>Lowest timestep</source>
        <translation>最小时间步</translation>
    </message>
    <message>
        <source>Training draws no timestep below this; 0 is a clean clip.</source>
        <translation>训练不会抽取低于此值的时间步；0 表示无噪声的片段。</translation>
    </message>
    <message>
        <source>Highest timestep</source>
        <translation>最大时间步</translation>
    </message>
    <message>
        <source>Training draws no timestep above this; 1000 is pure noise.</source>
        <translation>训练不会抽取高于此值的时间步；1000 表示纯噪声。</translation>
    </message>
    <message>
        <source>Redraw timesteps outside the range</source>
        <translation>重新抽取范围外的时间步</translation>
    </message>
    <message>
        <source>Timesteps outside the range are drawn again, which keeps the shape of the distribution. Otherwise all draws are scaled into the range.</source>
        <translation>重新抽取范围外的时间步，从而保持分布的形状；否则将所有抽取值缩放到该范围内。</translation>
    </message>
    <message>
        <source>Low-noise guidance</source>
        <translation>低噪声引导</translation>
    </message>
    <message>
        <source>Guidance scale of Wan 2.2 A14B&apos;s low-noise expert; 0 uses that of the high-noise expert.</source>
        <translation>Wan 2.2 A14B 低噪声专家的引导强度；0 表示与高噪声专家相同。</translation>
    </message>
    <message>
        <source>Expert boundary</source>
        <translation>专家切换点</translation>
    </message>
    <message>
        <source>Noise level at which Wan 2.2 A14B switches from its high-noise to its low-noise expert, in training, too; 0 uses the model&apos;s own: 0.875, or 0.9 for image to video.</source>
        <translation>Wan 2.2 A14B 从高噪声专家切换到低噪声专家的噪声水平，训练时也以此划分；0 表示使用模型自带的值：0.875，图生视频为 0.9。</translation>
    </message>
    <message>
        <source>Above 1, more of the denoising steps are at high noise; 0 uses the model&apos;s own value.</source>
        <translation>大于 1 时，更多去噪步位于高噪声区；0 表示使用模型自带的值。</translation>
    </message>
    <message>
        <source>Step spacing</source>
        <translation>步长分布</translation>
    </message>
    <message>
        <source>Noise levels of the denoising steps, as in diffusers or as in Wan&apos;s own repository. They differ by a few percent in the last steps.</source>
        <translation>各去噪步的噪声水平，按 diffusers 或 Wan 官方代码。两者在最后几步相差百分之几。</translation>
    </message>
    <message>
        <source>Preview LoRAs</source>
        <translation>预览 LoRA</translation>
    </message>
    <message>
        <source>LoRA files that are added to the model only while a validation clip is generated, such as a step-distillation LoRA, which needs 4 to 8 denoising steps and no guidance. They are not trained and not part of the result.</source>
        <translation>仅在生成验证片段时加到模型上的 LoRA 文件，例如只需 4 到 8 个去噪步数且不用引导的步数蒸馏 LoRA。它们不参与训练，也不属于训练结果。</translation>
    </message>
    <message>
        <source>Strength of preview LoRAs</source>
        <translation>预览 LoRA 的强度</translation>
    </message>
    <message>
        <source>Strength of each of the preview LoRAs; 1 is as trained.</source>
        <translation>每个预览 LoRA 的强度；1 表示与训练时相同。</translation>
    </message>
    <message>
        <source>Share of uniform timesteps</source>
        <translation>均匀时间步的比例</translation>
    </message>
    <message>
        <source>This share of the timesteps is drawn uniformly instead of by the weighting scheme: 0.3 is the mix of Tencent&apos;s trainer.</source>
        <translation>这一比例的时间步按均匀分布抽取，而不按加权方案：0.3 是腾讯训练器的混合方式。</translation>
    </message>
    <message>
        <source>Share trained without the picture</source>
        <translation>不带图片训练的比例</translation>
    </message>
    <message>
        <source>In image-to-video training, this share of the steps trains text to video, without the first frame: 0.7 in Tencent&apos;s trainer.</source>
        <translation>在图生视频训练中，这一比例的步骤不带首帧，训练文生视频：腾讯的训练器为 0.7。</translation>
    </message>
    <message>
        <source>Guidance rescaling</source>
        <translation>引导重缩放</translation>
    </message>
    <message>
        <source>How far the guided prediction is scaled back to the contrast of the one with the prompt alone; 0 is not at all.</source>
        <translation>引导后的预测向仅用提示词的预测的对比度回缩多少；0 表示不回缩。</translation>
    </message>
    <message>
        <source>Guidance from</source>
        <translation>引导开始</translation>
    </message>
    <message>
        <source>Share of the steps before the first one with guidance.</source>
        <translation>第一个带引导的步骤之前的步骤比例。</translation>
    </message>
    <message>
        <source>Guidance until</source>
        <translation>引导结束</translation>
    </message>
    <message>
        <source>Guidance formula</source>
        <translation>引导公式</translation>
    </message>
    <message>
        <source>original adds the guidance scale&apos;s multiple of the prompt&apos;s effect to the prediction with the prompt; diffusers adds it to the one without.</source>
        <translation>original 把提示词的影响乘以引导系数后加到带提示词的预测上；diffusers 则加到不带提示词的预测上。</translation>
    </message>
    <message>
        <source>Given first frames</source>
        <translation>给定首帧</translation>
    </message>
    <message>
        <source>Share of the samples whose first frame is given without noise and has no loss, so that the model also learns to continue from an image. For image to video, the makers use 0.5.</source>
        <translation>首帧不加噪声、不计损失的样本所占比例，使模型也学会从一幅图像继续。对于图生视频，开发者使用 0.5。</translation>
    </message>
    <message>
        <source>Timestep draws</source>
        <translation>时间步抽样</translation>
    </message>
    <message>
        <source>How noise levels are drawn. All shift them by the number of tokens but uniform. stretched, as in the makers&apos; trainer, also spreads them over the whole range; legacy, as in its first release, does not.</source>
        <translation>噪声强度的抽取方式。除 uniform 外，都按词元数量平移。stretched 与开发者的训练器相同，还会铺满整个范围；legacy 与其最初版本相同，不铺满。</translation>
    </message>
    <message>
        <source>Timestep spread</source>
        <translation>时间步离散度</translation>
    </message>
    <message>
        <source>Standard deviation of the normal distribution from which noise levels are drawn.</source>
        <translation>抽取噪声强度所用正态分布的标准差。</translation>
    </message>
    <message>
        <source>Skipped-block guidance</source>
        <translation>跳块引导</translation>
    </message>
    <message>
        <source>Guides away from a prediction in which one block does not attend; 0 saves this third pass in each step. Distilled models do without.</source>
        <translation>使结果远离某个块不做注意力时的预测；0 可省去每步的第三次计算。蒸馏模型不需要它。</translation>
    </message>
    <message>
        <source>Skipped blocks</source>
        <translation>跳过的块</translation>
    </message>
    <message>
        <source>Numbers of these blocks, from 0. Empty uses the makers&apos;: 29 for LTX-2, 28 for later versions.</source>
        <translation>这些块的编号，从 0 开始。留空则用开发者的：LTX-2 为 29，之后的版本为 28。</translation>
    </message>
    <message>
        <source>Noise levels of the denoising steps, from 1 down; they replace the number of steps. Distilled models need 1, 0.99375, 0.9875, 0.98125, 0.975, 0.909375, 0.725, 0.421875.</source>
        <translation>各去噪步的噪声强度，从 1 递减；它们取代步数。蒸馏模型需要 1, 0.99375, 0.9875, 0.98125, 0.975, 0.909375, 0.725, 0.421875。</translation>
    </message>
    <message>
        <source>Shift of the steps</source>
        <translation>步的平移</translation>
    </message>
    <message>
        <source>Larger clips get more of their steps at high noise: by their own size, as in diffusers, or always by that of 4096 tokens, as in the makers&apos; own code.</source>
        <translation>较大的片段有更多步处于强噪声：按其自身大小（同 diffusers），或始终按 4096 个词元（同开发者的代码）。</translation>
    </message>
    <message>
        <source>Upsampler</source>
        <translation>上采样器</translation>
    </message>
    <message>
        <source>Component of the model, such as latent_upsampler, for making clips in two stages: at half the height and width, then, upsampled, at the full size. Empty makes them in one stage.</source>
        <translation>模型的一个组件，例如 latent_upsampler，用于分两个阶段生成片段：先以一半的高和宽，放大后再以完整大小。留空则一个阶段完成。</translation>
    </message>
    <message>
        <source>Noise levels of the second stage</source>
        <translation>第二阶段的噪声强度</translation>
    </message>
    <message>
        <source>Noise levels of the steps after upsampling. They are for a distilled model, or one with the distilled LoRA.</source>
        <translation>放大之后各步的噪声强度，适用于蒸馏模型或带蒸馏 LoRA 的模型。</translation>
    </message>
    <message>
        <source>The trainer to follow. musubi-tuner adds 1 to the timestep and gives the network the picture&apos;s latents unscaled; Tencent&apos;s own trainer and diffusion-pipe do neither.</source>
        <translation>遵循哪个训练器。musubi-tuner 给时间步加 1，并把图片的潜变量不经缩放交给网络；腾讯自己的训练器和 diffusion-pipe 两者都不做。</translation>
    </message>
    <message>
        <source>Share of the steps after which guidance ends.</source>
        <translation>超过这一比例的步骤后不再引导。</translation>
    </message>
    <message>
        <source>Min-SNR gamma</source>
        <translation>Min-SNR gamma</translation>
    </message>
    <message>
        <source>Lets steps with little noise count less: the weight of a step is limited as if its signal-to-noise ratio were at most this, usually 5. 0: all count alike.</source>
        <translation>降低噪声较少的时间步的权重：权重按信噪比不超过该值来限制，通常为 5。0：全部相同。</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>声音</translation>
    </message>
    <message>
        <source>Guidance of the sound</source>
        <translation>声音的引导</translation>
    </message>
    <message>
        <source>How closely the sound follows the prompt. Off, as for the video, if guidance is off.</source>
        <translation>声音遵循提示词的程度。如果引导关闭，则与视频一样不起作用。</translation>
    </message>
    <message>
        <source>Guidance between video and sound</source>
        <translation>视频与声音之间的引导</translation>
    </message>
    <message>
        <source>Guides away from a prediction in which video and sound do not know of each other; 1 saves this pass in each step. Distilled models do without.</source>
        <translation>引导远离视频与声音互不知晓的预测；设为 1 可在每一步省去这一次计算。蒸馏模型不需要它。</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>How much an error counts. l2: its square. huber and smooth_l1 grow linearly with large errors and l1 with all, so that a few odd samples count less. The held-out loss is always l2.</source>
        <translation>误差的计算方式。l2：取平方。huber 和 smooth_l1 对大误差线性增长，l1 对所有误差线性增长，因此少数异常样本影响较小。留出样本的损失始终用 l2。</translation>
    </message>
    <message>
        <source>Large errors from</source>
        <translation>大误差起点</translation>
    </message>
    <message>
        <source>Errors far above it count linearly, those far below as squares.</source>
        <translation>远大于该值的误差按线性计，远小于该值的按平方计。</translation>
    </message>
    <message>
        <source>Modules left out</source>
        <translation>排除的模块</translation>
    </message>
    <message>
        <source>Modules that get no LoRA although lora.target_modules names them, named in the same way.</source>
        <translation>虽在 lora.target_modules 中列出但不加 LoRA 的模块，命名方式相同。</translation>
    </message>
    <message>
        <source>Ranks of single modules</source>
        <translation>个别模块的秩</translation>
    </message>
    <message>
        <source>Another rank for some modules: entries PATTERN=RANK such as ff.net.2=16, with patterns as in lora.target_modules. Of several that match, the last one holds.</source>
        <translation>为部分模块设置不同的秩：条目为 模式=秩，例如 ff.net.2=16，模式写法同 lora.target_modules。多个匹配时以最后一个为准。</translation>
    </message>
    <message>
        <source>Alphas of single modules</source>
        <translation>个别模块的 alpha</translation>
    </message>
    <message>
        <source>Another alpha for some modules: entries PATTERN=ALPHA, as lora.rank_pattern.</source>
        <translation>为部分模块设置不同的 alpha：条目为 模式=ALPHA，写法同 lora.rank_pattern。</translation>
    </message>
    <message>
        <source>Rank-stabilised scale</source>
        <translation>秩稳定缩放</translation>
    </message>
    <message>
        <source>Scales the LoRA by alpha / square root of the rank (rsLoRA) instead of alpha / rank, so that a high rank learns no slower.</source>
        <translation>按 alpha / 秩的平方根（rsLoRA）而非 alpha / 秩缩放 LoRA，使高秩学习不变慢。</translation>
    </message>
    <message>
        <source>Learning rate of B</source>
        <translation>B 的学习率</translation>
    </message>
    <message>
        <source>Trains the LoRA&apos;s B, which starts at zero, with so many times the learning rate (LoRA+), for example 16.</source>
        <translation>以学习率的若干倍训练 LoRA 中从零开始的 B（LoRA+），例如 16。</translation>
    </message>
    <message>
        <source>How often each noise level is trained, and how much its loss counts. none: all alike. logit_normal: middle levels more often. mode: middle levels or both ends more often. sigma_sqrt and cosmap draw evenly and weight the loss. beta: a beta distribution.</source>
        <translation>每个噪声水平训练的频率及其损失的权重。none：全部相同。logit_normal：中间水平更频繁。mode：中间水平或两端更频繁。sigma_sqrt 和 cosmap 均匀抽取并对损失加权。beta：beta 分布。</translation>
    </message>
    <message>
        <source>Alpha of noise levels</source>
        <translation>噪声水平的 alpha</translation>
    </message>
    <message>
        <source>The larger, the more often much noise is trained.</source>
        <translation>越大，高噪声训练得越频繁。</translation>
    </message>
    <message>
        <source>Beta of noise levels</source>
        <translation>噪声水平的 beta</translation>
    </message>
    <message>
        <source>The larger, the more often little noise is trained.</source>
        <translation>越大，低噪声训练得越频繁。</translation>
    </message>
    <message>
        <source>adamw applies weight decay to the weights directly; adam adds it to the gradient, as in their papers. The _8bit variants keep both running means in one byte each instead of four (block-wise dynamic quantisation), which saves 6 bytes per trained value with nearly the same loss curve. muon orthogonalises the momentum of each matrix, with beta1; other parameters use adamw at a quarter of the learning rate. It learns much faster from random weights: try lr 0.01, beta1 0.95, weight_decay 0.1. prodigy finds its own rate: set lr to 1 and the schedule to constant. adafactor and came keep little or one running mean; lion keeps one and moves every weight by lr: use a tenth of adamw&apos;s lr, beta2 0.99. adamw_schedule_free needs no falling rate: the weights that it validates and saves are an average. adamw_4bit and adamw_fp8 keep both running means in 4 or 8 bits, as torchao does; galore keeps those of a part of each gradient, for full fine-tunes. These train fp32 weights.</source>
        <translation>adamw 将权重衰减直接作用于权重；adam 将其加到梯度上，与各自论文一致。_8bit 变体将两个滑动平均各存为一个字节而非四个（分块动态量化），每个训练值节省 6 字节，损失曲线几乎相同。muon 用 beta1 将每个矩阵的动量正交化；其他参数以四分之一的学习率使用 adamw。从随机权重开始时学得快得多：可试 lr 0.01、beta1 0.95、weight_decay 0.1。prodigy 自行确定学习率：将 lr 设为 1，调度设为 constant。adafactor 和 came 只保留很少或一个滑动平均；lion 保留一个，并让每个权重移动 lr：使用 adamw 学习率的十分之一，beta2 0.99。adamw_schedule_free 无需下降的学习率：用于验证和保存的权重是平均值。adamw_4bit 和 adamw_fp8 像 torchao 一样用 4 位或 8 位保存两个滑动平均；galore 只保留每个梯度一部分的滑动平均，用于全量微调。以上均训练 fp32 权重。</translation>
    </message>
    <message>
        <source>Beta 3</source>
        <translation>Beta 3</translation>
    </message>
    <message>
        <source>Decay of the running mean from which prodigy estimates its rate, or of came&apos;s instability. 0: the value of its authors, the square root of beta2 or 0.9999.</source>
        <translation>prodigy 估计学习率所用滑动平均的衰减，或 came 不稳定度的衰减。0：采用作者给出的值，即 beta2 的平方根或 0.9999。</translation>
    </message>
    <message>
        <source>First estimate</source>
        <translation>初始估计值</translation>
    </message>
    <message>
        <source>The rate that prodigy starts with. Too small a value only costs steps.</source>
        <translation>prodigy 的起始学习率。值太小只会多花几步。</translation>
    </message>
    <message>
        <source>Factor of the estimate</source>
        <translation>估计值的系数</translation>
    </message>
    <message>
        <source>Prodigy&apos;s rate is multiplied by it: the way to make updates larger or smaller, usually 0.5 to 2.</source>
        <translation>prodigy 的学习率会乘以该值：用来增大或减小更新，通常为 0.5 到 2。</translation>
    </message>
    <message>
        <source>Fastest growth of the estimate</source>
        <translation>估计值的最快增长</translation>
    </message>
    <message>
        <source>Factor by which prodigy&apos;s rate can grow from one step to the next, such as 1.02; 0: any.</source>
        <translation>prodigy 的学习率每步最多增长的倍数，例如 1.02；0：不限。</translation>
    </message>
    <message>
        <source>Decoupled weight decay</source>
        <translation>解耦权重衰减</translation>
    </message>
    <message>
        <source>Prodigy applies weight decay to the weights directly, as adamw does; otherwise it adds it to the gradient, as adam does.</source>
        <translation>prodigy 像 adamw 一样把权重衰减直接作用于权重；否则像 adam 一样加到梯度上。</translation>
    </message>
    <message>
        <source>Bias correction</source>
        <translation>偏差校正</translation>
    </message>
    <message>
        <source>Corrects prodigy&apos;s means for their start at zero, as adam does.</source>
        <translation>像 adam 一样，校正 prodigy 的均值从零开始所带来的偏差。</translation>
    </message>
    <message>
        <source>Safeguard the warm-up</source>
        <translation>保护预热</translation>
    </message>
    <message>
        <source>Keeps the small learning rates of a warm-up from raising prodigy&apos;s estimate.</source>
        <translation>避免预热阶段的小学习率抬高 prodigy 的估计值。</translation>
    </message>
    <message>
        <source>Rate relative to the weights</source>
        <translation>相对于权重的学习率</translation>
    </message>
    <message>
        <source>Multiplies adafactor&apos;s rate by the root mean square of each weight tensor, at least by 0.001. A new LoRA&apos;s B is zero and learns slowly with it.</source>
        <translation>将 adafactor 的学习率乘以每个权重张量的均方根，至少为 0.001。新 LoRA 的 B 为零，因此学得较慢。</translation>
    </message>
    <message>
        <source>Rate by step</source>
        <translation>按步数的学习率</translation>
    </message>
    <message>
        <source>Adafactor uses 1 / sqrt(step), at most 0.01, instead of the learning rate and its schedule.</source>
        <translation>Adafactor 使用 1 / sqrt(步数)（最大 0.01），而不用学习率及其调度。</translation>
    </message>
    <message>
        <source>Start with small steps</source>
        <translation>从小步开始</translation>
    </message>
    <message>
        <source>The rate by step rises from 0.000001 by as much with each step.</source>
        <translation>按步数的学习率从 0.000001 开始，每步增加同样的量。</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>动量</translation>
    </message>
    <message>
        <source>Adafactor averages its updates with beta1, for 4 bytes per trained value.</source>
        <translation>Adafactor 用 beta1 对更新取平均，每个训练值占用 4 字节。</translation>
    </message>
    <message>
        <source>Largest update</source>
        <translation>最大更新</translation>
    </message>
    <message>
        <source>Root mean square of a tensor&apos;s update before the learning rate, at most.</source>
        <translation>应用学习率之前张量更新的均方根上限。</translation>
    </message>
    <message>
        <source>Rank of gradients</source>
        <translation>梯度的秩</translation>
    </message>
    <message>
        <source>Number of directions that galore keeps of a matrix&apos;s gradient. Smaller matrices use adamw.</source>
        <translation>galore 保留的矩阵梯度方向数。更小的矩阵使用 adamw。</translation>
    </message>
    <message>
        <source>New directions every</source>
        <translation>更新方向间隔</translation>
    </message>
    <message>
        <source>Steps after which galore chooses the directions again, which takes a singular value decomposition of each matrix.</source>
        <translation>galore 重新选择方向的步数间隔，每个矩阵需要一次奇异值分解。</translation>
    </message>
    <message>
        <source>Factor of projected updates</source>
        <translation>投影更新的系数</translation>
    </message>
    <message>
        <source>Multiplies galore&apos;s updates of the matrices that it projects.</source>
        <translation>对 galore 所投影矩阵的更新乘以该系数。</translation>
    </message>
    <message>
        <source>Train on sound</source>
        <translation>使用声音训练</translation>
    </message>
    <message>
        <source>Trains video and sound together, on the sound of the clips. The sound&apos;s half of the network takes memory and time. Off: the clips are trained as silent video.</source>
        <translation>使用片段的声音同时训练视频和声音。网络的声音部分会占用内存和时间。关闭时，片段作为无声视频训练。</translation>
    </message>
    <message>
        <source>Clips without sound</source>
        <translation>没有声音的片段</translation>
    </message>
    <message>
        <source>What the sound&apos;s half of the network gets for a clip without sound, which has no sound loss. absent: nothing if no clip of the batch has sound, as in the makers&apos; trainer; otherwise as zeros. zeros: silence with noise, as in SimpleTuner. noise: noise alone, as in ai-toolkit.</source>
        <translation>对于没有声音、因而没有声音损失的片段，网络的声音部分得到什么。absent：如果批次中没有任何片段有声音，则不提供任何内容，与官方训练器相同；否则与 zeros 相同。zeros：加噪声的静音，与 SimpleTuner 相同。noise：仅噪声，与 ai-toolkit 相同。</translation>
    </message>
    <message>
        <source>Weight of the sound&apos;s loss</source>
        <translation>声音损失的权重</translation>
    </message>
    <message>
        <source>The sound&apos;s loss is multiplied by this and added to the video&apos;s.</source>
        <translation>声音损失乘以该值后与视频损失相加。</translation>
    </message>
    <message>
        <source>Noise levels between video and sound</source>
        <translation>视频与声音之间的噪声水平</translation>
    </message>
    <message>
        <source>Which noise level controls the attention between video and sound if a first frame is given. original: both, as in the makers&apos; trainer. own: each half&apos;s own, as in its first release. other: the other half&apos;s, as in diffusers and ai-toolkit.</source>
        <translation>在给定首帧时，由哪个噪声水平控制视频与声音之间的注意力。original：两者共同控制，与官方训练器相同。own：各自的噪声水平，与其首个版本相同。other：另一部分的噪声水平，与 diffusers 和 ai-toolkit 相同。</translation>
    </message>
    <message>
        <source>Makes clips with sound, if the model has the components audio_vae and vocoder. Only an MP4 file can have it. Validation clips of a run have it if the run trains on it.</source>
        <translation>如果模型包含 audio_vae 和 vocoder 组件，则生成带声音的片段。只有 MP4 文件可以包含声音。如果运行使用声音训练，其验证片段也有声音。</translation>
    </message>
    <message>
        <source>Kind of adapter</source>
        <translation>适配器种类</translation>
    </message>
    <message>
        <source>What is trained on top of each layer. lora: the product of two small matrices, which every program reads. dora also trains the length of each row of the changed weight; it learns more like a full fine-tune and takes longer per step. loha multiplies two such products element by element, lokr makes the change from a small and a larger matrix (Kronecker&apos;s product): both learn more with the same number of values. ComfyUI reads all of them, diffusers lora and dora.</source>
        <translation>在每一层之上训练什么。lora：两个小矩阵的乘积，所有程序都能读取。dora 还训练改变后权重每一行的长度；其学习方式更接近全量微调，每步耗时更长。loha 将两个这样的乘积逐元素相乘，lokr 由一个小矩阵和一个较大矩阵（克罗内克积）构成改变：两者用同样多的数值可学到更多。ComfyUI 能读取全部种类，diffusers 能读取 lora 和 dora。</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>随机丢弃</translation>
    </message>
    <message>
        <source>Probability that a value of a layer&apos;s input is left out of the LoRA in a step, as PEFT does. Helps against learning a small dataset by heart, for example 0.05. Off when clips and held-out losses are computed.</source>
        <translation>在一步中，某层输入的一个数值不进入 LoRA 的概率，与 PEFT 相同。有助于避免死记小数据集，例如 0.05。生成片段和计算留出损失时关闭。</translation>
    </message>
    <message>
        <source>Dropout of ranks</source>
        <translation>秩的随机丢弃</translation>
    </message>
    <message>
        <source>Probability that a rank of a layer&apos;s LoRA is left out in a step, as in kohya&apos;s scripts.</source>
        <translation>在一步中，某层 LoRA 的一个秩被略去的概率，与 kohya 的脚本相同。</translation>
    </message>
    <message>
        <source>Dropout of modules</source>
        <translation>模块的随机丢弃</translation>
    </message>
    <message>
        <source>Probability that the LoRA of a layer is left out altogether in a step, as in kohya&apos;s scripts.</source>
        <translation>在一步中，某层的 LoRA 被整个略去的概率，与 kohya 的脚本相同。</translation>
    </message>
    <message>
        <source>Factor of LoKr</source>
        <translation>LoKr 的因子</translation>
    </message>
    <message>
        <source>Size of the small matrix: a divisor of the layer&apos;s sizes, or the most it may be. -1 chooses the divisor next to the square root, for the fewest values.</source>
        <translation>小矩阵的大小：该层尺寸的一个因数，或其上限。-1 选择最接近平方根的因数，数值最少。</translation>
    </message>
    <message>
        <source>Small matrix as a product</source>
        <translation>小矩阵也为乘积</translation>
    </message>
    <message>
        <source>Makes the small matrix of LoKr from a product of the rank, too, if that has fewer values (decompose_both).</source>
        <translation>若数值更少，则 LoKr 的小矩阵也由该秩的乘积构成（decompose_both）。</translation>
    </message>
    <message>
        <source>Whole matrices</source>
        <translation>完整矩阵</translation>
    </message>
    <message>
        <source>Trains both matrices of LoKr as they are, without products: rank and alpha then have no effect (full_matrix).</source>
        <translation>直接训练 LoKr 的两个矩阵，不用乘积：此时秩和 alpha 不起作用（full_matrix）。</translation>
    </message>
    <message>
        <source>Checkpoint every (epochs)</source>
        <translation>检查点间隔（轮）</translation>
    </message>
    <message>
        <source>Epochs between checkpoints, instead of steps. 0 counts steps.</source>
        <translation>检查点之间的轮数，代替步数。0 表示按步数计。</translation>
    </message>
    <message>
        <source>Keep the best checkpoint</source>
        <translation>保留最佳检查点</translation>
    </message>
    <message>
        <source>Saves a checkpoint whenever the held-out loss is lower than ever before, and keeps it beyond the limit until a better one replaces it. Needs held-out samples. The run&apos;s result is still that of its last step.</source>
        <translation>每当留出损失达到新低时保存一个检查点，并在数量上限之外保留它，直到有更好的检查点取代。需要留出样本。运行的结果仍是最后一步的结果。</translation>
    </message>
    <message>
        <source>Validate every (epochs)</source>
        <translation>验证间隔（轮）</translation>
    </message>
    <message>
        <source>Epochs between validations, instead of steps. 0 counts steps.</source>
        <translation>两次验证之间的轮数，代替步数。0 表示按步数计。</translation>
    </message>
    <message>
        <source>Stop early after</source>
        <translation>提前停止于</translation>
    </message>
    <message>
        <source>measurements</source>
        <translation>次测量</translation>
    </message>
    <message>
        <source>Finishes the run after this many measurements of the held-out loss in a row without a new lowest value. Needs held-out samples. 0 never stops early.</source>
        <translation>当留出损失连续这么多次测量都没有新低时结束运行。需要留出样本。0 表示从不提前停止。</translation>
    </message>
</context>
<context>
    <name>sleep</name>
    <message>
        <source>A job is running</source>
        <translation>任务正在运行</translation>
    </message>
</context>
</TS>
