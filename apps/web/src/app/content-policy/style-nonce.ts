/**
 * The nonce of this response, from the tag that the server filled in. Browsers hide the attribute:
 * read the property.
 */
export function styleNonce(): string {
  if (typeof document === 'undefined') return '__CSP_NONCE__'
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/**
 * The scroll lock of Mantine's dialogs adds a style sheet too, and reads its nonce from this name.
 */
export function shareStyleNonce() {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
}
