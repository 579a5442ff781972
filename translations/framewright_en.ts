<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>MainWindow</name>
    <message numerus="yes">
        <source>%n jobs are waiting.</source>
        <translation>
            <numerusform>%n job is waiting.</numerusform>
            <numerusform>%n jobs are waiting.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Closing ends it without saving and drops %n waiting jobs.</source>
        <translation>
            <numerusform>Closing ends it without saving and drops %n waiting job.</numerusform>
            <numerusform>Closing ends it without saving and drops %n waiting jobs.</numerusform>
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
    <name>StatusLine</name>
    <message numerus="yes">
        <source>%1 (%n waiting)</source>
        <translation>
            <numerusform>%1 (%n waiting)</numerusform>
            <numerusform>%1 (%n waiting)</numerusform>
        </translation>
    </message>
</context>
</TS>
