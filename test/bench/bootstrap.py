"""The whole comparison job in numpy, two ways, in CPU seconds: reads {clusters, counts, sums, pairs, seed, resamples}
as JSON from standard input, prints the times and the intervals as JSON. Called by bootstrap.bench.ts."""
import json
import sys
import time

import numpy as np

job = json.load(sys.stdin)
R, B, seed = job["clusters"], job["resamples"], job["seed"]
counts = np.array(job["counts"], dtype=np.int64)
sums = np.array(job["sums"]).reshape(-1, R)
pairs = np.array(job["pairs"]).reshape(-1, 2)


def per_pair(sums, counts):
    draws = np.random.default_rng(seed).integers(0, len(sums), size=(B, len(sums)))
    estimates = sums[draws].sum(axis=1) / counts[draws].sum(axis=1)
    return np.quantile(estimates, [0.025, 0.975])


def best():
    """Draws shared, multiplicities, one BLAS product over the pairs' own columns, one quantile over all of them."""
    draws = np.random.default_rng(seed).integers(0, R, size=(B, R))
    cells = (draws + np.arange(B)[:, None] * R).ravel()
    times = np.bincount(cells, minlength=B * R).reshape(B, R).astype(np.float64)
    columns = (sums[pairs[:, 0]] - sums[pairs[:, 1]]).T
    estimates = (times @ columns) / (times @ counts)[:, None]
    return np.quantile(estimates, [0.025, 0.975], axis=0)


def clock(action, rounds):
    spent = []
    for _ in range(rounds):
        cpu, wall = time.process_time(), time.perf_counter()
        result = action()
        spent.append((time.process_time() - cpu, time.perf_counter() - wall))
    return min(s[0] for s in spent), min(s[1] for s in spent), result


pair_cpu, pair_wall, golden = clock(lambda: [per_pair(sums[a] - sums[b], counts) for a, b in pairs], 1)
best_cpu, best_wall, intervals = clock(best, 5)
json.dump(
    {
        "numpy": np.__version__,
        "perPair": {"cpu": pair_cpu, "wall": pair_wall},
        "best": {"cpu": best_cpu, "wall": best_wall},
        "low": [float(low) for low, _ in golden],
        "high": [float(high) for _, high in golden],
        "apart": float(max(np.abs(intervals.T - np.array(golden)).max(), 0.0)),
    },
    sys.stdout,
)
