/** What services and jobs may say; pino's shape. Never personal data, never a token: ids and codes only (PRI-1). */
export interface Log {
  debug(facts: object, text: string): void
  info(facts: object, text: string): void
  warn(facts: object, text: string): void
  error(facts: object, text: string): void
}
