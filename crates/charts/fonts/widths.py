"""Writes OpenSans-Widths.ttf: the widths of the Latin letters and signs of OpenSans-Regular.ttf, without outlines.

pip install fonttools==4.60.1; python widths.py
"""

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

font = TTFont("OpenSans-Regular.ttf", recalcTimestamp=False)
subsetter = Subsetter(Options(legacy_kern=True, layout_features=[], notdef_outline=True))
subsetter.populate(unicodes=[*range(0x20, 0x180), *range(0x2010, 0x2030), 0x2212, 0x2264, 0x2265])
subsetter.subset(font)
for table in set(font.keys()) - {"head", "hhea", "maxp", "hmtx", "cmap", "kern", "OS/2", "GlyphOrder"}:
    del font[table]
font["maxp"].recalc = lambda _: None
font.save("OpenSans-Widths.ttf", reorderTables=False)
