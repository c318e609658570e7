/** An error in the provider's format; its SDK derives the error class from `type`. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly status: number
  readonly type: 'invalid_request_error' | 'idempotency_error' | 'api_error'
  readonly code: string | undefined

  constructor(status: number, type: ProviderError['type'], message: string, code?: string) {
    super(message)
    this.status = status
    this.type = type
    this.code = code
  }

  get body() {
    return { error: { type: this.type, message: this.message, ...(this.code ? { code: this.code } : {}) } }
  }
}

export const invalid = (message: string, code?: string) =>
  new ProviderError(400, 'invalid_request_error', message, code)

export const missing = (id: string) =>
  new ProviderError(404, 'invalid_request_error', `No such object: '${id}'`, 'resource_missing')
