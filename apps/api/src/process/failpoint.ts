/**
 * Ends the process as a power cut would, where a test has named this point: what was acknowledged must survive it and nothing may
 * happen twice (FLT-2). Without the setting it does nothing.
 */
export function failpoint(name: string): void {
  if (process.env.FAILPOINT === name) process.kill(process.pid, 'SIGKILL')
}
