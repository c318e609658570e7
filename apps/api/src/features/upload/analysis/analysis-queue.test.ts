import { createAnalysisPool } from '@cotation/geometry-host'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Deps } from '#core/deps.ts'
import type { Owner } from '#http/session.ts'
import { allJobs } from '#src/app.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { aCustomer, aVisitor } from '#test/builders.ts'
import { aStoredUpload, ask, aVisitorOwner, boxStl, getUpload, ownedBy, settled } from '#test/quote/stored-uploads.ts'
import { ownerOfBrowser } from '#test/quote/uploads.ts'
import { rowOf } from '#test/rows.ts'
import { rescueAnalyses, watchAnalyses } from './analyse-part.service.ts'
import { requestAnalysis, waitingLimits } from './analysis.service.ts'
import { dropUnwanted, extendLease, leaseMs, takeFairest } from './analysis-queue.repository.ts'
import { saveRefusal } from './analysis-results.service.ts'

let app: TestApp
const oneProcess = createAnalysisPool({ processes: 1 })

/** The lengths of the analysed files, in their sequence. A length identifies the owner. */
let taken: number[]

beforeEach(async () => {
  taken = []
  app = await startApp({ ANALYSIS_PROCESSES: '1' }, (deps) => {
    deps.analysis = {
      ...oneProcess,
      analyse: (open, job, listeners) => {
        taken.push(job.totalBytes ?? 0)
        return oneProcess.analyse(open, job, listeners)
      },
    }
  })
})

afterEach(() => app.close())
afterAll(() => oneProcess.close())

/** Queues files without a job, as if the job were lost. */
async function leaveWaiting(...uploadIds: readonly string[]): Promise<void> {
  const deps: Pick<Deps, 'clock' | 'jobs'> = { ...app.deps, jobs: { ...app.deps.jobs, enqueue: async () => undefined } }
  await app.deps.db.transaction().execute(async (trx) => {
    for (const id of uploadIds) await requestAnalysis(deps, trx, id)
  })
}

/** Distinct files of one owner, all of the same length, which identifies the owner. */
async function files(owner: Owner, count: number, padding: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const text = `not a part, number ${String(i).padStart(3, '0')}`.padEnd(padding, '.')
    ids.push(await aStoredUpload(app, owner, new TextEncoder().encode(text)))
  }
  return ids
}

const take = () => takeFairest(app.deps.db, app.clock.now)

async function analysisOf(uploadId: string) {
  const { analysis_id } = await getUpload(app, uploadId)
  return rowOf(app, 'part_analysis', { id: analysis_id ?? '' })
}

describe('the analysis queue (GEO-4)', () => {
  it('does not let twenty files of one visitor delay the single file of another', async () => {
    const many = await files(aVisitorOwner(), 20, 100)
    app.clock.advance(1)

    const [single = ''] = await files(aVisitorOwner(), 1, 200)
    await ask(app, ...many, single)
    await Promise.all([...many, single].map((id) => settled(app, id)))

    // Second at the latest: one of the twenty may already be running when it is requested.
    expect(taken.indexOf(200)).toBeLessThanOrEqual(1)
    expect(taken).toHaveLength(21)
  })

  it('alternates between two waiting users, oldest file first', async () => {
    const one = aVisitorOwner()
    const two = aVisitorOwner()
    const first = await files(one, 3, 100)
    const second = await files(two, 3, 200)

    await leaveWaiting(...first)
    app.clock.advance(1)
    await leaveWaiting(...second)

    const askers: number[] = []
    for (let part = await take(); part; part = await take()) {
      askers.push(part.bytes)
      await saveRefusal(app.deps, part, { code: 'other-text' })
    }

    expect(askers).toEqual([100, 200, 100, 200, 100, 200])
  })

  it('gives all visitors of a network one turn together', async () => {
    const network = async () => ownerOfBrowser(app, await aVisitor(app, '192.0.2.7'))
    await leaveWaiting(...(await files(await network(), 2, 100)), ...(await files(await network(), 2, 101)))
    await leaveWaiting(...(await files(await network(), 2, 102)))
    app.clock.advance(1)
    await leaveWaiting(...(await files(await ownerOfBrowser(app, await aVisitor(app)), 3, 200)))

    const sizes: number[] = []
    for (let part = await take(); part; part = await take()) {
      sizes.push(part.bytes)
      await saveRefusal(app.deps, part, { code: 'other-text' })
    }

    expect(sizes).toEqual([100, 200, 100, 200, 101, 200, 101, 102, 102])
  })

  it("takes customers' files before those of visitors, but lets no visitor wait for ever", async () => {
    const customer = ownedBy((await aCustomer(app)).id)
    const other = ownedBy((await aCustomer(app)).id)
    await leaveWaiting(...(await files(aVisitorOwner(), 1, 100)))
    app.clock.advance(60)
    await leaveWaiting(...(await files(customer, 1, 200)))
    expect((await take())?.bytes).toBe(200)

    app.clock.advance(60)
    await leaveWaiting(...(await files(other, 1, 300)))
    expect((await take())?.bytes).toBe(100)
  })

  it("has a worker that never takes a visitor's file", async () => {
    await leaveWaiting(...(await files(aVisitorOwner(), 1, 100)))
    app.clock.advance(3600)
    expect(await takeFairest(app.deps.db, app.clock.now, 'customers')).toBeUndefined()

    await leaveWaiting(...(await files(ownedBy((await aCustomer(app)).id), 1, 200)))
    expect(await takeFairest(app.deps.db, app.clock.now, 'customers')).toMatchObject({ bytes: 200 })
  })

  it('prefers a visitor whose recent files took less time', async () => {
    const slow = aVisitorOwner()
    const quick = aVisitorOwner()
    await leaveWaiting(...(await files(slow, 2, 100)))
    const long = await take()
    app.clock.advance(30)
    if (long) await saveRefusal(app.deps, long, { code: 'other-text' })

    await leaveWaiting(...(await files(quick, 3, 200)))
    for (let i = 0; i < 3; i++) {
      const part = await take()
      expect(part?.bytes).toBe(200)
      if (part) await saveRefusal(app.deps, part, { code: 'other-text' })
    }
    expect((await take())?.bytes).toBe(100)
  })

  it('takes the smaller of two files first', async () => {
    const owner = aVisitorOwner()
    await leaveWaiting(...(await files(owner, 1, 200)), ...(await files(owner, 1, 100)))
    expect((await take())?.bytes).toBe(100)
  })

  it('prefers a user without running files', async () => {
    const first = await files(aVisitorOwner(), 2, 100)
    await leaveWaiting(...first)

    expect((await take())?.bytes).toBe(100)

    app.clock.advance(1)
    await leaveWaiting(...(await files(aVisitorOwner(), 1, 200)))

    expect((await take())?.bytes).toBe(200)
    expect((await take())?.bytes).toBe(100)
    expect(await take()).toBeUndefined()
  })

  it('gives concurrent workers different files', async () => {
    await leaveWaiting(...(await files(aVisitorOwner(), 8, 100)))
    const parts = await Promise.all(Array.from({ length: 8 }, take))
    const ids = parts.flatMap((part) => part?.id ?? [])
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('queues shared content for the user with the better position', async () => {
    const owner = aVisitorOwner()
    await leaveWaiting(...(await files(owner, 3, 100)))
    app.clock.advance(1)

    const content = boxStl(5, 5, 5)
    const mine = await aStoredUpload(app, owner, content)
    await leaveWaiting(mine)

    const theirs = await aStoredUpload(app, aVisitorOwner(), content)
    await leaveWaiting(theirs)

    // The second take prefers the owner without a running file.
    expect((await take())?.bytes).toBe(100)
    expect((await take())?.bytes).toBe(content.length)
  })
})

describe('a full queue (GEO-4)', () => {
  /** Fills the queue with files of other users. */
  const fill = (count: number, askedBy: (i: string) => string) =>
    sql`
      with content as (
        insert into file_content (sha256, bytes, stored_at)
        select encode(sha256(convert_to('file ' || i, 'UTF8')), 'hex'), 1, ${app.clock.now} from generate_series(1, ${count}::int) i
        returning sha256
      ), analysis as (
        insert into part_analysis (sha256, unit, state, asked_by, queued_at)
        select sha256, '', 'queued', ${sql.raw(askedBy('row_number() over ()'))}, ${app.clock.now} from content returning id
      )
      insert into upload (visitor_hash, purpose, name, bytes, state, analysis_id, created_at, last_used_at)
      select sha256('stranger'), 'part', 'x.stl', 1, 'analysing', id, ${app.clock.now}, ${app.clock.now} from analysis
    `.execute(app.deps.db)

  it('refuses a user with 200 waiting files but accepts others', async () => {
    const owner = aVisitorOwner()
    const asker = `visitor:${owner.visitorHash?.toString('hex')}`
    await fill(waitingLimits.perAsker - 1, () => `'${asker}'`)

    const [last = '', over = ''] = await files(owner, 2, 100)
    await leaveWaiting(last)

    await expect(leaveWaiting(over)).rejects.toMatchObject({ code: 'BUSY', retryAfterSeconds: 60 })
    expect(await getUpload(app, over)).toMatchObject({ state: 'received', analysis_id: null })

    const [other = ''] = await files(aVisitorOwner(), 1, 200)
    await leaveWaiting(other)

    expect(await getUpload(app, other)).toMatchObject({ state: 'analysing' })
  })

  it('refuses every file when 5,000 wait in total', async () => {
    await fill(waitingLimits.inAll, (i) => `'visitor:' || (${i} % 100)`)
    const [mine = ''] = await files(aVisitorOwner(), 1, 100)
    await expect(leaveWaiting(mine)).rejects.toMatchObject({ code: 'BUSY' })
  })

  it('still answers at once for content that was analysed before', async () => {
    const content = boxStl(6, 6, 6)
    const first = await aStoredUpload(app, aVisitorOwner(), content)
    await ask(app, first)
    await settled(app, first)
    await fill(waitingLimits.inAll, (i) => `'visitor:' || (${i} % 100)`)

    const again = await aStoredUpload(app, aVisitorOwner(), content)
    await ask(app, again)

    expect(await getUpload(app, again)).toMatchObject({ state: 'done' })
  })
})

describe('a worker that dies', () => {
  it('loses its file to another worker when its lease expires, and not before', async () => {
    const id = await aStoredUpload(app, aVisitorOwner(), boxStl(7, 7, 7))
    await leaveWaiting(id)

    const dead = await take()
    expect(dead).toMatchObject({ attempt: 1 })

    app.clock.advance(leaseMs / 1000 - 1)
    expect(await take()).toBeUndefined()

    app.clock.advance(1)
    await rescueAnalyses(app.deps)

    expect(await settled(app, id)).toMatchObject({ state: 'done' })
    expect(await analysisOf(id)).toMatchObject({ state: 'done', attempts: 2, lease_until: null })
  })

  it('delays its file by a minute at most (B32)', () => {
    const rescue = allJobs(app.deps).find(({ name }) => name === 'analysis-rescue')
    expect(leaseMs / 1000 + (rescue?.everySeconds ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(60)
  })

  it('changes nothing when it comes back late', async () => {
    const id = await aStoredUpload(app, aVisitorOwner(), boxStl(8, 8, 8))
    await leaveWaiting(id)

    const late = await take()
    app.clock.advance(300)
    await watchAnalyses(app.deps)
    await settled(app, id)
    if (late) await saveRefusal(app.deps, late, { code: 'deadline' })

    expect(await getUpload(app, id)).toMatchObject({ state: 'done' })
    expect(await analysisOf(id)).toMatchObject({ state: 'done', refusal: null })
  })

  it('does not overwrite the worker that has taken its file', async () => {
    const id = await aStoredUpload(app, aVisitorOwner(), boxStl(8, 8, 7))
    await leaveWaiting(id)

    const late = await take()
    app.clock.advance(300)

    const other = await take()
    if (!late || !other) throw new Error('not taken')

    await saveRefusal(app.deps, late, { code: 'deadline' })
    expect(await extendLease(app.deps.db, late, app.clock.now)).toBe(false)
    expect(await getUpload(app, id)).toMatchObject({ state: 'analysing' })

    await saveRefusal(app.deps, other, { code: 'pdf' })
    expect(await getUpload(app, id)).toMatchObject({ state: 'failed', refusal: { code: 'pdf' } })
  })

  it('causes the refusal of its file after three deaths', async () => {
    const id = await aStoredUpload(app, aVisitorOwner(), boxStl(9, 9, 9))
    await leaveWaiting(id)

    for (const attempt of [1, 2, 3]) {
      expect(await take()).toMatchObject({ attempt })
      app.clock.advance(300)
    }

    await watchAnalyses(app.deps)
    expect(await settled(app, id)).toMatchObject({ state: 'failed', refusal: { code: 'kernel-failed' } })
    expect(taken).toEqual([])
  })

  it('leaves a transient refusal that is retried for uploads an hour later', async () => {
    const content = boxStl(9, 9, 8)
    const first = await aStoredUpload(app, aVisitorOwner(), content)
    await leaveWaiting(first)

    const part = await take()
    if (part) await saveRefusal(app.deps, part, { code: 'deadline' })

    const soon = await aStoredUpload(app, aVisitorOwner(), content)
    await ask(app, soon)

    expect(await getUpload(app, soon)).toMatchObject({ state: 'failed', refusal: { code: 'deadline' } })

    app.clock.advance(3601)

    const later = await aStoredUpload(app, aVisitorOwner(), content)
    await ask(app, later)

    expect(await settled(app, later)).toMatchObject({ state: 'done', refusal: null })
  })
})

describe('a file', () => {
  it('is retried when its stored bytes cannot be read, and refused in the end (FLT-7)', async () => {
    const id = await aStoredUpload(app, aVisitorOwner(), boxStl(4, 4, 4))
    const { sha256 } = await getUpload(app, id)
    await app.deps.files.remove(`parts/${sha256}`)
    await ask(app, id)
    await app.mails()

    expect(await analysisOf(id)).toMatchObject({ state: 'queued', attempts: 1 })
    expect(await take()).toBeUndefined()

    for (let i = 0; i < 2; i++) {
      app.clock.advance(61)
      await watchAnalyses(app.deps)
      await app.mails()
    }

    expect(await settled(app, id)).toMatchObject({ state: 'failed', refusal: { code: 'unreadable' } })
  })

  it('is analysed when an upload needs it again', async () => {
    const bytes = boxStl(4, 4, 3)
    const id = await aStoredUpload(app, aVisitorOwner(), bytes)
    const { sha256 } = await getUpload(app, id)
    await app.deps.files.remove(`parts/${sha256}`)
    await ask(app, id)
    await app.mails()
    await app.deps.files.put(`parts/${sha256}`, Buffer.from(bytes), { contentType: 'application/octet-stream' })
    app.clock.advance(61)
    await watchAnalyses(app.deps)

    expect(await settled(app, id)).toMatchObject({ state: 'done' })
  })

  it('leaves the queue when no upload needs it any more', async () => {
    const [id = ''] = await files(aVisitorOwner(), 1, 100)
    await leaveWaiting(id)
    await app.deps.db.deleteFrom('upload').where('id', '=', id).execute()
    expect(await take()).toBeUndefined()
    await dropUnwanted(app.deps.db, app.clock.now)
    expect(await app.deps.db.selectFrom('part_analysis').select('id').execute()).toEqual([])
  })

  it('leaves the queue also after its worker died, but not while it is running', async () => {
    const ids = await files(aVisitorOwner(), 2, 100)
    await leaveWaiting(...ids)
    await take()
    app.clock.advance(300)

    const atWork = await take()
    await app.deps.db.deleteFrom('upload').execute()
    await dropUnwanted(app.deps.db, app.clock.now)

    expect(await app.deps.db.selectFrom('part_analysis').select('id').execute()).toEqual([{ id: atWork?.id }])
  })
})
