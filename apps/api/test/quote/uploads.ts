import { randomBytes } from 'node:crypto'
import type { UploadPurpose } from '@cotation/domain'
import { Upload, type UploadOptions } from 'tus-js-client'
import { findSession } from '#features/auth/session.service.ts'
import type { UploadRow } from '#features/upload/records/upload.repository.ts'
import { announceUploads } from '#features/upload/records/upload.service.ts'
import { type Owner, ownerOf } from '#http/session.ts'
import type { TestApp } from '../app.ts'
import type { Browser } from '../browser.ts'
import type { RowStore } from '../rows.ts'
import { until } from '../until.ts'

export const mib = 1024 * 1024

/** Random bytes. */
export const someBytes = (length = 1000): Buffer => randomBytes(length)

export async function ownerOfBrowser(app: RowStore, browser: Browser): Promise<Owner> {
  const session = await findSession(app.deps.db, app.clock.now, browser.token ?? '')
  if (!session) throw new Error('the browser has no session')
  return ownerOf(session)
}

/** An announced upload of the browser's user. */
export async function anUpload(
  app: TestApp,
  browser: Browser,
  bytes: number,
  traits: { name?: string; purpose?: UploadPurpose } = {},
): Promise<UploadRow> {
  const owner = await ownerOfBrowser(app, browser)
  const file = { name: traits.name ?? 'part.stl', bytes }
  const [row] = await app.deps.db
    .transaction()
    .execute((trx) => announceUploads(app.deps, trx, owner, [file], traits.purpose ?? 'part'))
  if (!row) throw new Error('nothing was announced')
  return row
}

export interface Sender {
  url: string
  token: string | null
}

/** Sends bytes with the client that the web app uses; `options` go to the client. */
export async function sendBytes(
  { url, token }: Sender,
  uploadId: string,
  content: Buffer,
  options: Partial<UploadOptions> = {},
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    new Upload(content, {
      endpoint: `${url}/gateway/upload`,
      headers: { authorization: `Bearer ${token}` },
      metadata: { uploadId, filename: '../../etc/passwd' },
      chunkSize: 8 * mib,
      retryDelays: [20, 50, 100, 200, 500, 500, 500],
      onSuccess: () => resolve(),
      onError: reject,
      ...options,
    }).start()
  })
}

/** A single tus request. */
export function tusCall(
  browser: Browser,
  method: string,
  uploadId: string | null,
  headers: Record<string, string> = {},
  body?: Buffer,
): Promise<Response> {
  return browser.fetch(`/gateway/upload${uploadId === null ? '' : `/${uploadId}`}`, {
    method,
    headers: { 'tus-resumable': '1.0.0', ...headers },
    ...(body ? { body: new Uint8Array(body) } : {}),
  })
}

export const encoded = (text: string): string => Buffer.from(text).toString('base64')

export const creation = (uploadId: string, bytes: number) => ({
  'upload-length': String(bytes),
  'upload-metadata': `uploadId ${encoded(uploadId)}`,
})

export const chunkAt = (offset: number) => ({
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
})

export async function uploadRow(app: TestApp, uploadId: string): Promise<UploadRow | undefined> {
  return app.deps.db.selectFrom('upload').selectAll().where('id', '=', uploadId).executeTakeFirst()
}

/** Waits until the upload's content is stored and returns its hash. */
export async function keptAs(app: TestApp, uploadId: string): Promise<string> {
  return until(async () => {
    const row = await uploadRow(app, uploadId)
    const isStored = row?.state !== 'uploading' && row?.state !== 'received'
    return isStored ? (row?.sha256 ?? undefined) : undefined
  }, 'the stored content')
}

/** The keys of all stored parts. */
export async function keptParts(app: TestApp): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of app.deps.files.list('parts/')) keys.push(key)
  return keys
}

/** The uploads with data in the upload store. */
export async function leftBytes(app: TestApp): Promise<string[]> {
  const ids: string[] = []
  for await (const id of app.deps.uploads.ids()) ids.push(id)
  return ids
}
