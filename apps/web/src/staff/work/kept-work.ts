import { queryClient } from '#lib/gateway/query-client.ts'
import { KeptAnswers } from './kept-answers.ts'
import { useKeptRuns } from './kept-runs.ts'
import { useKeptShell } from './shell/keep-shell.ts'

// Before the frame asks who is signed in: without network, the kept answer takes the place of a new one.
new KeptAnswers(queryClient).start()

/** For every screen of the work station: keeps what it needs to open, and to be reloaded, without a network. */
export function useKeptWork(): void {
  useKeptRuns()
  useKeptShell()
}
