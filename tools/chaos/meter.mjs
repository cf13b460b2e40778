// Loaded into a program that is watched: when it ends, it says on descriptor 3 how much memory and time it took.
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread)
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    try {
      writeSync(
        3,
        `${JSON.stringify({ megabytes: maxRSS / 1024, seconds: (userCPUTime + systemCPUTime) / 1e6 })}\n`,
      );
    } catch {
      // Nobody asked.
    }
  });
