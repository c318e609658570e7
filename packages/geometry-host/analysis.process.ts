import { nodeKernels } from '@cotation/geometry/step-kernel-node'
import { answerFiles } from './answer-files.ts'
import { sendAnswer } from './answer-pipe.ts'
import { startWatchdog } from './watchdog.ts'

/** The program that reads untrusted files. It may be killed any time; its parent reports that. */
// Ctrl-C in a terminal reaches the whole process group. The parent ends its files in its own time;
// a process that died of it would count as a file that crashes the kernel.
process.on('SIGINT', () => undefined)

await answerFiles(process.stdin, { kernels: nodeKernels(), watchdog: startWatchdog(), send: sendAnswer })

// The parent closed the pipe or has ended.
process.exit()
