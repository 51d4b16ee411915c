#!/usr/bin/env python3
"""Makes the fonts of this folder from Debian's fonts-inter.

Three steps per weight: keep only the characters an interface needs, turn the
cubic CFF outlines into quadratic TrueType outlines (at most 1/1000 em apart),
and flatten the class kerning of GPOS into the pair list of a `kern` table,
which a small reader can understand.
"""
import itertools
import sys

from fontTools import subset
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._k_e_r_n import KernTable_format_0

CHARACTERS = (
    "".join(map(chr, itertools.chain(range(0x20, 0x7F), range(0xA0, 0x100))))
    + "–—―‘’‚“”„•…′″‹›⁄⁰⁴⁵⁶⁷⁸⁹⁺⁻₀₁₂₃₄⅓"
    + "←↑→↓↗↘↖↙↩↺↻−√∞≈≠≤≥⌘"
    + "■□▲△▶▼◀◆◇○●☀✓✗"
    + "ΔΣΩαβγδλμπστω"
)
# Pairs are kept between these: what labels and sentences are made of.
KERNED = [chr(c) for c in range(0x21, 0x7F)]


def kern_pairs(font, characters):
    """The kerning of GPOS between the characters, as {(left, right): units}."""
    cmap = font.getBestCmap()
    glyphs = [cmap[ord(c)] for c in characters if ord(c) in cmap]
    gpos = font["GPOS"].table
    lookups = sorted(
        {i for f in gpos.FeatureList.FeatureRecord if f.FeatureTag == "kern" for i in f.Feature.LookupListIndex}
    )
    tables = []
    for i in lookups:
        for table in gpos.LookupList.Lookup[i].SubTable:
            tables.append(table.ExtSubTable if table.LookupType == 9 else table)
    pairs = {}
    for left, right in itertools.product(glyphs, glyphs):
        for table in tables:
            if left not in table.Coverage.glyphs:
                continue
            if table.Format == 1:
                records = table.PairSet[table.Coverage.glyphs.index(left)].PairValueRecord
                found = [r.Value1 for r in records if r.SecondGlyph == right]
                if not found:
                    continue
                value = found[0]
            else:
                first = table.ClassDef1.classDefs.get(left, 0)
                second = table.ClassDef2.classDefs.get(right, 0)
                value = table.Class1Record[first].Class2Record[second].Value1
                if second == 0 and not value:
                    continue
            units = getattr(value, "XAdvance", 0) if value else 0
            if units:
                pairs[left, right] = units
            break
    return pairs


def to_truetype(font):
    """Replaces the CFF outlines of font by glyf outlines."""
    order, shapes = font.getGlyphOrder(), font.getGlyphSet()
    glyf = newTable("glyf")
    glyf.glyphOrder, glyf.glyphs = order, {}
    for name in order:
        pen = TTGlyphPen(shapes)
        shapes[name].draw(Cu2QuPen(pen, max_err=font["head"].unitsPerEm / 1000, reverse_direction=True))
        glyf.glyphs[name] = pen.glyph()
    font["loca"], font["glyf"] = newTable("loca"), glyf
    del font["CFF "]
    if "VORG" in font:
        del font["VORG"]
    for name in order:
        glyf.glyphs[name].recalcBounds(glyf)
        font["hmtx"].metrics[name] = (font["hmtx"][name][0], getattr(glyf.glyphs[name], "xMin", 0))
    maxp = font["maxp"]
    maxp.tableVersion = 0x00010000
    for field in (
        "maxZones maxTwilightPoints maxStorage maxFunctionDefs maxInstructionDefs "
        "maxStackElements maxSizeOfInstructions maxComponentElements maxPoints maxContours "
        "maxCompositePoints maxCompositeContours maxComponentDepth"
    ).split():
        setattr(maxp, field, 1 if field == "maxZones" else 0)
    font["post"].formatType = 3.0
    font.sfntVersion = "\000\001\000\000"


def main(source, target):
    font = TTFont(source)
    missing = [c for c in CHARACTERS if ord(c) not in font.getBestCmap()]
    if missing:
        sys.exit(f"{source}: no glyph for {missing}")
    pairs = kern_pairs(font, KERNED)
    options = subset.Options(hinting=False, layout_features=[], name_IDs=[0, 1, 2, 3, 4, 5, 6, 7, 13, 14], notdef_outline=True)
    chosen = subset.Subsetter(options)
    chosen.populate(unicodes=map(ord, CHARACTERS))
    chosen.subset(font)
    to_truetype(font)
    table = KernTable_format_0()
    table.coverage, table.version, table.format, table.apple = 1, 0, 0, False
    table.kernTable = pairs
    font["kern"] = newTable("kern")
    font["kern"].version, font["kern"].kernTables = 0, [table]
    for tag in ("GDEF", "GPOS", "GSUB", "DSIG"):
        if tag in font:
            del font[tag]
    # A fixed date makes the result the same whenever it is made.
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    font.save(target)


if __name__ == "__main__":
    main(*sys.argv[1:3])
