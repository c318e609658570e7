import { describe, expect, it } from 'vitest'
import { Html, html } from './index.ts'

describe('html', () => {
  it('escapes every value, in text and in attributes', () => {
    const name = `<b title='"'>&`
    expect(html`<a title="${name}">${name} ${7}</a>`.markup).toBe(
      '<a title="&lt;b title=&#39;&quot;&#39;&gt;&amp;">&lt;b title=&#39;&quot;&#39;&gt;&amp; 7</a>',
    )
  })

  it('inserts markup and lists of markup as they are', () => {
    const items = ['a', '<'].map((text) => html`<li>${text}</li>`)
    expect(html`<ul>${items}</ul>${new Html('<hr>')}`.markup).toBe('<ul><li>a</li><li>&lt;</li></ul><hr>')
  })
})
