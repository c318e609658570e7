import { binaryStl, box } from '@cotation/geometry/solids'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeTransfers } from '#features/quote/files/fake-transfers.fixture.ts'
import { withPath } from '#features/quote/files/file-path.ts'
import { agreeToTerms } from '#features/quote/files/quoting-terms.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { session } from '#lib/gateway/session.ts'
import { aProjectView, projectId } from '#lib/testing/views.ts'
import { stubWorkers } from '#lib/testing/worker-stub.ts'
import { attachChosen } from './attach-drawings.ts'
import { aDrop, aFile, aPricedLine, cube, fakeServer } from './fake-server.fixture.ts'
import { ProjectStore } from './project-store.ts'
import { takeDrop } from './take-drop.ts'

beforeEach(() => {
  queryClient.clear()
  session.clear()
  session.storeTemporary({ accessToken: 'visitor' })
  agreeToTerms()
  stubWorkers()
})

async function opened(server = fakeServer()) {
  const store = new ProjectStore(projectId, fakeTransfers().ports)
  await store.load()
  const attachments = () =>
    server.project().lines.map(({ name, attachments: all }) => [name, ...all.map((upload) => upload.name)])
  return { store, server, attachments }
}

const pdf = (name: string) => aFile(name, '%PDF-1.7')
const found = (path: string, content: Uint8Array | string = '%PDF-1.7') =>
  withPath(aFile(path.slice(path.lastIndexOf('/') + 1), content), path)

describe('drawings that are dropped with parts', () => {
  it('are attached to the parts of their names, and the others are offered', async () => {
    const { store, attachments } = await opened()
    await takeDrop(store, aDrop(pdf('lid_rev2.pdf'), cube('lid.stl'), cube('box.stl', 30), pdf('plan.pdf')))

    expect(attachments()).toEqual([['lid.stl', 'lid_rev2.pdf'], ['box.stl']])
    expect(store.notices.all).toMatchObject([
      { kind: 'attached', pairs: [{ drawing: 'lid_rev2.pdf', part: 'lid.stl' }] },
      { kind: 'unpaired', drawings: [{ file: { name: 'plan.pdf' }, message: '' }] },
    ])
  })

  it('belong to the part of their own folder if two parts have the same name', async () => {
    const { store, attachments } = await opened()
    const stl = (side: number) => binaryStl(box([side, side, side]))
    const files = [found('a/lid.stl', stl(20)), found('b/lid.stl', stl(30)), found('b/lid.pdf')]
    await takeDrop(store, aDrop(...files))

    expect(attachments()).toEqual([['lid.stl'], ['lid.stl', 'lid.pdf']])
  })

  it('are attached once if they are dropped again', async () => {
    const { store, attachments } = await opened(fakeServer(aProjectView({ lines: [aPricedLine({ name: 'lid.stl' })] })))
    const name = store.project?.lines[0]?.upload.name.replace(/\.\w+$/, '.pdf') ?? ''
    await takeDrop(store, aDrop(pdf(name)))
    await takeDrop(store, aDrop(pdf(name)))

    expect(attachments()).toEqual([['lid.stl', name]])
  })

  it('are offered again with the reason if the server refuses them', async () => {
    const { store } = await opened()
    await takeDrop(store, aDrop(cube('refused.stl'), pdf('refused.pdf')))

    expect(store.notices.all).toMatchObject([
      { kind: 'unpaired', drawings: [{ file: { name: 'refused.pdf' }, message: 'This file is not accepted' }] },
    ])
  })

  it('are attached to the part that the customer chooses', async () => {
    const { store, attachments } = await opened()
    await takeDrop(store, aDrop(cube('lid.stl'), pdf('plan.pdf'), pdf('other.pdf')))
    const [notice] = store.notices.all
    if (notice?.kind !== 'unpaired') throw new Error('nothing to choose')
    const [plan, other] = notice.drawings
    if (!plan || !other) throw new Error('two drawings expected')

    store.notices.dismiss(notice.id)
    await attachChosen(store, [{ file: plan.file, lineId: store.project?.lines[0]?.id ?? '' }], [other])

    expect(attachments()).toEqual([['lid.stl', 'plan.pdf']])
    expect(store.notices.all).toMatchObject([{ kind: 'attached' }, { kind: 'unpaired', drawings: [other] }])
  })
})

describe('a parts list that is dropped', () => {
  it('is offered for review and changes nothing', async () => {
    const { store, server } = await opened()
    await takeDrop(store, aDrop(cube('lid.stl'), aFile('list.csv', 'file;qty\nlid.stl;7')))

    expect(store.notices.all).toMatchObject([
      { kind: 'bom', name: 'list.csv', bom: { ok: true, rows: [{ names: ['lid.stl'], texts: { quantity: '7' } }] } },
    ])
    expect(server.gateway.to('PATCH /global/project/{projectId}/lines')).toEqual([])
  })
})

describe('files that are refused', () => {
  it('are named, and the others are added', async () => {
    const { store, server } = await opened()
    await takeDrop(store, {
      files: [aFile('lot.rar', 'Rar!'), cube('lid.stl')],
      leftOut: [{ name: 'lot/.DS_Store', reason: 'hidden' }],
    })

    expect(server.project().lines.map(({ name }) => name)).toEqual(['lid.stl'])
    expect(store.notices.all).toEqual([
      {
        id: expect.any(Number),
        kind: 'refused',
        files: [
          { name: 'lot/.DS_Store', reason: 'hidden' },
          { name: 'lot.rar', reason: 'otherArchive' },
        ],
      },
    ])
  })

  // jsdom lacks the streams that the code for archives needs.
  it('include an archive if the code that opens it cannot be loaded', async () => {
    const { store } = await opened()
    const seen = vi.fn()
    store.subscribe(() => seen(store.notices.all.map(({ kind }) => kind).join()))
    await takeDrop(store, aDrop(aFile('lot.zip', 'nothing')))

    expect(seen).toHaveBeenCalledWith('unpacking')
    expect(store.notices.all).toMatchObject([{ kind: 'refused', files: [{ name: 'lot.zip', reason: 'notOpened' }] }])
  })
})
