import { describe, expect, it } from 'vitest'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aVisitor } from '#test/builders.ts'
import { funded } from '#test/orders/ledger.ts'
import { aCheckout, anAddress } from '#test/orders/orders.ts'
import { addStoredLines, anAnalysis, anUploadOf, aProject, removeLines, someLines } from '#test/quote/quotes.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp()

async function sameFiles(browser: Browser, ...digests: string[]) {
  const { data } = await browser.call('POST /global/quote/same-files', { body: { digests } })
  return data.files
}

describe('files that the caller already has', () => {
  it('are found by their content, with project and line, last changed project first', async () => {
    const browser = await aVisitor(app)
    const { sha256 } = await anAnalysis(app, 'block')
    const older = await aProject(browser, '3d-printing', 'Pompe')
    await someLines(app, browser, older.id, 'block', 'largerBlock')
    app.clock.advance(60)
    const newer = await aProject(browser, '3d-printing', 'Vanne')
    const uploadId = await anUploadOf(app, browser, { name: 'renamed.stl' })
    await addStoredLines(browser, newer.id, [uploadId])

    const [first, second, ...others] = await sameFiles(browser, sha256, 'f'.repeat(64))
    expect(first).toEqual({
      sha256,
      uploadId,
      projectId: newer.id,
      projectName: 'Vanne',
      isOrdered: false,
    })
    expect(second).toMatchObject({ sha256, projectId: older.id, projectName: 'Pompe' })
    expect(others).toEqual([])
  })

  it('are never those of another caller (BOL-1)', async () => {
    const owner = await aVisitor(app)
    const { sha256 } = await anAnalysis(app, 'plate')
    await someLines(app, owner, (await aProject(owner)).id, 'plate')
    expect(await sameFiles(owner, sha256)).toHaveLength(1)

    const stranger = await aVisitor(app)
    const customer = await aBrowserOf(app, (await aCustomer(app)).id)
    for (const other of [stranger, customer]) {
      await aProject(other)
      expect(await sameFiles(other, sha256)).toEqual([])
    }
  })

  it('leave out removed lines and removed projects', async () => {
    const browser = await aVisitor(app)
    const { sha256 } = await anAnalysis(app, 'block')
    const { id: kept } = await aProject(browser)
    const [line] = await someLines(app, browser, kept, 'block')
    const { id: removed } = await aProject(browser)
    await someLines(app, browser, removed, 'block')

    await removeLines(browser, kept, [line?.id ?? ''])
    await browser.call('DELETE /global/project/{projectId}', { params: { projectId: removed } })

    expect(await sameFiles(browser, sha256)).toEqual([])
  })

  it('say that they are ordered, because their quantity is then fixed', async () => {
    const { id: customerId } = await aCustomer(app)
    await funded(app.deps.db, customerId, 100_000_00, app.clock.now)
    const browser = await aBrowserOf(app, customerId)
    const { sha256 } = await anAnalysis(app, 'block')
    const { id: projectId } = await aProject(browser)
    const lines = await someLines(app, browser, projectId, 'block')
    expect(await sameFiles(browser, sha256)).toMatchObject([{ isOrdered: false }])

    const shippingAddressId = await anAddress(app, customerId)
    const lineIds = lines.map(({ id }) => id)
    const { body } = await aCheckout(browser, { projectId, lineIds, shippingAddressId, carrier: 'dhl' })
    await browser.call('POST /global/checkout/submit', { body })
    expect(await sameFiles(browser, sha256)).toMatchObject([{ projectId, isOrdered: true }])

    const again = await anUploadOf(app, browser, { name: 'again.stl' })
    await addStoredLines(browser, projectId, [again])
    expect(await sameFiles(browser, sha256)).toMatchObject([{ projectId, uploadId: again, isOrdered: false }])
  })

  it('are only asked for by proper digests', async () => {
    const browser = await aVisitor(app)
    const { status } = await browser.send('POST /global/quote/same-files', { body: { digests: ['../../etc/passwd'] } })
    expect(status).toBe(422)
  })
})
