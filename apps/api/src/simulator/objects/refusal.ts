/** A refusal in the provider's own words: its SDK makes an error of it by `type`. */
export class SimulatorRefusal extends Error {
  override readonly name = 'SimulatorRefusal'
  readonly status: number
  readonly type: 'invalid_request_error' | 'idempotency_error' | 'api_error'
  readonly code: string | undefined

  constructor(status: number, type: SimulatorRefusal['type'], message: string, code?: string) {
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
  new SimulatorRefusal(400, 'invalid_request_error', message, code)

export const missing = (id: string) =>
  new SimulatorRefusal(404, 'invalid_request_error', `No such object: '${id}'`, 'resource_missing')
