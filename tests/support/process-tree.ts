import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/**
 * Kills process `pid` and all its descendants at once, as a power cut would: none can finish anything. Returns the ids
 * of the killed processes.
 */
export function killTree(pid: number): number[] {
  const processes = descendants(pid);
  // All are stopped first, so that none sees another one end and starts to clean up.
  for (const one of processes) process.kill(one, 'SIGSTOP');
  for (const one of processes) process.kill(one, 'SIGKILL');
  return processes;
}

/** Process `root` and all its descendants, parents first. */
export function descendants(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const [pid, parent] of processes()) children.set(parent, [...(children.get(parent) ?? []), pid]);
  const found = [root];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

function processes(): [pid: number, parent: number][] {
  if (existsSync('/proc/self/stat')) return processesOfLinux();
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => {
    const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    return [pid, parent];
  });
}

function processesOfLinux(): [pid: number, parent: number][] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return [[Number(name), Number(parent)]];
      } catch {
        return [];
      }
    });
}
