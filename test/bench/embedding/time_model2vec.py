"""Seconds of the model2vec library over a JSON list of texts: python3 time_model2vec.py MODEL TEXTS (one core)."""
import json, sys, time
from model2vec import StaticModel

model = StaticModel.from_pretrained(sys.argv[1])
texts = json.load(open(sys.argv[2], encoding="utf8"))
model.encode(texts[:100], use_multiprocessing=False)
before = time.process_time()
model.encode(texts, use_multiprocessing=False)
print(json.dumps({"seconds": time.process_time() - before}))
