/**
 * Kills the process like a power cut if a test named this point: acknowledged changes must survive
 * and nothing may happen twice (FLT-2). Does nothing without the setting.
 */
export function failpoint(name: string): void {
  if (process.env.FAILPOINT === name) process.kill(process.pid, 'SIGKILL')
}
