import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

const messageFile = /\/packages\/messages\/(fr|en)\/[\w-]+\.json$/

interface Texts {
  [key: string]: string | Texts
}

/** Arrays and strings in place of ICU texts, nested alike. A text without arguments stays itself. */
export function compileTexts(texts: Texts): object {
  const compiled = Object.entries(texts).map(([key, entry]) => [
    key,
    typeof entry === 'string' ? compile(entry) : compileTexts(entry),
  ])
  return Object.fromEntries(compiled)
}

/**
 * Compiles the ICU texts at build time. The browser then needs no parser, and formats a text without
 * parsing it first. Development and tests use the texts as they are.
 */
export function compiledMessages(): Plugin {
  return {
    name: 'compiled-messages',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      resolve: {
        alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }],
      },
    }),
    // Still JSON: Vite turns it into a module as it would the original.
    transform: (code, id) => (messageFile.test(id) ? JSON.stringify(compileTexts(JSON.parse(code))) : null),
  }
}
