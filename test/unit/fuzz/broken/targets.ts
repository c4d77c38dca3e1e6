/** Targets that break in each way, to see that the fuzzer finds it. */
export const throws = {
  name: 'throws',
  run(random: () => number, size = 100): void {
    if (size >= 8 && random() < 0.9) throw new Error('broken');
  },
};

export const hangs = {
  name: 'hangs',
  run(): void {
    for (;;);
  },
};

export const dies = {
  name: 'dies',
  run(): void {
    process.exit(7);
  },
};

export const holds = { name: 'holds', run: (): number => 10 };
