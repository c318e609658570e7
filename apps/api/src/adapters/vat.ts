/** What a service says about a VAT number. Unavailable means unknown, not invalid. */
export interface VatAnswer {
  result: 'valid' | 'invalid' | 'unavailable'
  /** The service's proof of the enquiry; empty if it gave none. */
  consultationNumber: string
  /** What it reported instead of an answer; empty if it answered. */
  reason: string
}

/** Asks whether a VAT number is registered. Never throws: an outage is an answer. */
export interface VatService {
  check(vatNumber: string): Promise<VatAnswer>
}
