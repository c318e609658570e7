import type { Api } from '@cotation/contracts'
import {
  type BytesKey,
  type Caller,
  type CallInput,
  type CallOptions,
  call,
  fileTimeoutMs,
  readAnswer,
  readBytes,
  readFile,
} from './api.ts'
import { ApiError } from './api-error.ts'
import { staffSession } from './staff-session.ts'
import { askForStepUp } from './step-up.ts'

/** The calls of staff. Others would get a token that opens nothing for them. */
export type StaffKey = Extract<keyof Api, `${string} /global/staff/${string}`>

type FailureListener = (error: ApiError, quiet: boolean) => void
let failureListener: FailureListener = () => {}

/** The staff app registers its handling of failures here. */
export function onStaffFailure(listener: FailureListener): void {
  failureListener = listener
}

const needsStepUp = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'STEP_UP_REQUIRED'

const staff: Caller = {
  sentToken: () => staffSession.token(),
  token: () => staffSession.token(),
  onFailure: (error, quiet) => {
    // The dialog asks for what is missing.
    if (!needsStepUp(error)) failureListener(error, quiet)
  },
}

/** Repeats a call that needs a fresh second factor, once the member has given it. */
async function withStepUp<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    if (!needsStepUp(error)) throw error

    const isConfirmed = await askForStepUp()
    if (!isConfirmed) throw error
    return request()
  }
}

/** One call of a member of staff; the key and its types come from the contracts. */
export async function staffApi<K extends StaffKey>(
  key: K,
  input: Api[K]['input'],
  options: CallOptions = {},
): Promise<Api[K]['output']> {
  const request = () => call(key, input as CallInput, options, readAnswer, staff)
  return (await withStepUp(request)) as Api[K]['output']
}

/** The same for a call that returns bytes instead of JSON: a picture, a mesh. */
export const staffBytes = <K extends BytesKey & StaffKey>(
  key: K,
  input: Api[K]['input'],
  options: CallOptions = {},
): Promise<Uint8Array> => withStepUp(() => call(key, input as CallInput, options, readBytes, staff))

/** The same for a file to download. */
export const staffFile = <K extends BytesKey & StaffKey>(
  key: K,
  input: Api[K]['input'],
  options: CallOptions = {},
): Promise<Blob> =>
  withStepUp(() => call(key, input as CallInput, { timeoutMs: fileTimeoutMs, ...options }, readFile, staff))
