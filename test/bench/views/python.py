"""The six views that bm25s and scikit-learn offer, over the states of a JSON Lines file: seconds, on one core."""
import json
import re
import sys
import time

import bm25s
from sklearn.feature_extraction.text import TfidfVectorizer

WORD = re.compile(r"\w+")


def words(text):
    return [word.lower() for word in WORD.findall(text)]


spent = 0.0
for line in open(sys.argv[1], encoding="utf-8"):
    state = json.loads(line)
    start = time.process_time()
    documents = state["documents"]
    tokens = [words(text) for text in documents]
    model = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
    model.index(tokens, show_progress=False)
    for query in state["queries"]:
        model.get_scores(words(query))
    for analyzer, grams, pattern in (("word", (1, 1), r"(?u)\w+"), ("char_wb", (3, 5), None)):
        vectorizer = TfidfVectorizer(analyzer=analyzer, ngram_range=grams, token_pattern=pattern, sublinear_tf=True)
        matrix = vectorizer.fit_transform(documents)
        matrix @ vectorizer.transform([state["full"]]).T
    spent += time.process_time() - start
print(json.dumps({"seconds": spent}))
