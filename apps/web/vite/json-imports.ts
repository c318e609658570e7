import type { Plugin } from 'vite'

/**
 * The development server turns JSON into JavaScript but leaves `with { type: 'json' }` on dynamic
 * imports, and browsers then refuse the response. Node needs the attribute, so it is removed here
 * and not in the source.
 */
export function jsonImports(): Plugin {
  return {
    name: 'json-imports',
    apply: 'serve',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('/packages/messages/index.ts') ? code.replaceAll(", { with: { type: 'json' } }", '') : null,
  }
}
