import { createJobs } from '#core/jobs.ts'
import { endTrial, removeDemoAccess, TrialNotEndable } from '#src/demo-end.ts'
import { runTool } from './run-tool.ts'
import { ToolError } from './tool-error.ts'

const usage = `npm run demo -- end
  removes demo accounts, their credit, balances from simulated payments and the demo coupon, and ends open
  simulated card payments, so that the installation can take real money; stop its servers before`

/** `npm run demo -- end`: from a trial to a shop. */
await runTool(async ({ config, open, print, log, closers }) => {
  const [command = 'help', ...rest] = process.argv.slice(2)
  if (command === 'help') return print(usage)
  if (command !== 'end' || rest.length > 0) throw new ToolError(`Only "end" is known. See: npm run demo -- help`)

  const { db, clock, catalogues, sessionConnectionString } = await open()
  const jobs = await createJobs(sessionConnectionString, log)
  closers.push(() => jobs.stop())

  const end = await endTrial({ catalogues, clock, config, db, jobs }).catch((error: unknown) => {
    throw error instanceof TrialNotEndable ? new ToolError(error.message) : error
  })
  await removeDemoAccess({ db, clock }, config.dataDir)

  const usd = (end.removedMinor / 100).toFixed(2)
  print(`Closed ${end.accounts} demo accounts and removed USD ${usd} of simulated money from ${end.balances} balances.`)
  print('The demo coupon and the credit of the demo are withdrawn. The next server erases the rest.')
  if (end.endedPayments > 0)
    print(`Ended ${end.endedPayments} open simulated card payments. To be paid again: ${end.unpaidBills.join(', ')}`)
  if (end.simulatedOrders.length > 0)
    print(`Not paid with money, cancel them if they are not to be made: ${end.simulatedOrders.join(', ')}`)
})
