import { solveWork, type WorkChallenge } from '@cotation/domain'

self.onmessage = ({ data }: MessageEvent<WorkChallenge>) => postMessage(solveWork(data))
