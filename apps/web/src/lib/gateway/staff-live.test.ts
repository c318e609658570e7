import { expect, it, onTestFinished, vi } from 'vitest'
import { refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { FakeStream } from '#lib/testing/live-stub.ts'
import { staffLive, startStaffLive } from './staff-live.ts'

it('goes on for the other parts of a screen when one of them ends', async () => {
  const streams: FakeStream[] = []
  const open = (...opening: ConstructorParameters<typeof FakeStream>) => {
    const stream = new FakeStream(...opening)
    streams.push(stream)
    return stream
  }
  const endFirst = startStaffLive(open)
  const endSecond = startStaffLive(open)
  onTestFinished(staffLive.follow('production', () => {}))

  await vi.waitFor(() => expect(streams).toHaveLength(1))
  endFirst()
  expect(streams[0]?.signal.aborted).toBe(false)
  endSecond()
  expect(streams[0]?.signal.aborted).toBe(true)
})

it('asks for the orders that are shown, and for everything else without a name', async () => {
  const follow = 'POST /global/staff/today/live'
  const { to } = stubGateway({ [follow]: () => refusal('BUSY', '') })
  onTestFinished(startStaffLive())
  onTestFinished(staffLive.follow('today:claim', () => {}))
  onTestFinished(staffLive.follow('order:1', () => {}))

  await vi.waitFor(() => expect(to(follow)).toMatchObject([{ body: { orderIds: ['1'] } }]))
})
