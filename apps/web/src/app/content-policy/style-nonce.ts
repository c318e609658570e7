/** The nonce of this answer, from the tag that the server filled. Browsers hide it from the attribute: read the property. */
export function styleNonce(): string {
  if (typeof document === 'undefined') return '__CSP_NONCE__'
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** The scroll lock behind Mantine's dialogs adds a style sheet too, and looks for its nonce under this name. */
export function shareStyleNonce() {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
}
