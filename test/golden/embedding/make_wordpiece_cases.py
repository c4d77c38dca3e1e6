"""Reference token ids of odd texts: python3 make_wordpiece_cases.py TOKENIZER_JSON > wordpiece-cases.json (needs tokenizers)."""
import hashlib, json, random, struct, sys
from tokenizers import Tokenizer

tokenizer = Tokenizer.from_file(sys.argv[1])
encode = lambda text: tokenizer.encode(text, add_special_tokens=False).ids
random.seed(7)
POOLS = [
    "abcXYZ019_ -.()[]{}<>!@#$%^&*'\"\\/\n\t",
    "\u00e9\u00e0\u00fc\u00f1\u00e7\u00df\u00f8\u00c5\u00c9",
    "\u0391\u0392\u0393\u03b1\u03a3\u03c2\u03ac\u0386\u0418\u0439\u0451\u0416",
    "\u65e5\u672c\u8a9e\u304b\u306a\u30ab\u30ca\ud55c\uad6d\uc5b4\uac00",
    "\u0300\u0301\u0308\u0327\u20e3\u302a",
    "\u200b\u00ad\ufeff\ue000\ufffd\u0001\u000b\u000c\u001f\u007f\u0085\u2028\u3000\u00a0",
    "\U0001f642\U0001d49c\U0001d518\U0001f1e9\U0001f1ea\U00020000",
    "\u0627\u0628\u062a\u062b\u092a\u0939\u093f\u0e44\u0e17\u0e22\ufb01\uff21\u2460\u01c5\u0130\u0131\u017f",
    "\u201c\u201d\u2018\u2019\u2014\u2013\u2026\u00bf\u00ab\u3001\u300c",
]
WORDS = "getUserName the quick HTTPResponse unaffable electroencephalographically supercalifragilistic x".split()
rows = []
for _ in range(400):
    plain = random.random() < 0.3
    text = ""
    for _ in range(random.randint(0, 30)):
        r = random.random()
        if r < 0.15:
            text += random.choice(WORDS)
        elif r < 0.2:
            text += random.choice(["[CLS]", "[MASK]", "[SEP", "[PAD]]", " "])
        else:
            text += random.choice(random.choice(POOLS[:2] if plain else POOLS))
    rows.append([text, encode(text)])
for n in (99, 100, 101, 300):
    for letter in ("a", "\u00e9", "\U0001d49c"):
        text = letter * n + " b"
        rows.append([text, encode(text)])
digest = hashlib.sha256()
for code in range(0x30000):
    if not 0xD800 <= code <= 0xDFFF:
        ids = encode("a" + chr(code) + "b")
        digest.update(struct.pack(f"<{len(ids) + 1}i", len(ids), *ids))
json.dump({"each_code_point_between_letters_sha256": digest.hexdigest(), "rows": rows}, sys.stdout)
