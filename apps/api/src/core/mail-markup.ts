import type { Language } from '@cotation/domain'
import { type Html, html } from '@cotation/html'

// The colours of the documents. Mail programs read no style sheets, so every element has its own style.
const ink = '#16202b'
const inkSoft = '#4c5866'
const accent = '#b23a08'
const rule = '#c9d0d8'
const ground = '#f3f5f7'

/** The content of a mail between the brand's name and the seller. */
export interface MailPage {
  language: Language
  subject: string
  brand: string
  content: Html
  seller: MailSeller
}

export interface MailSeller {
  /** Name, legal form and registration. */
  identity: string
  address: string
  email: string
  phone: string
}

/**
 * The whole mail. The brand is written, not a picture: programs load no pictures of strangers, and the
 * name must be seen. Tables instead of boxes, because Outlook ignores `max-width` elsewhere.
 */
export function mailPage({ language, subject, brand, content, seller }: MailPage): string {
  return html`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${subject}</title></head>
<body style="margin:0;padding:0;background:${ground}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${ground}"><tr><td align="center" style="padding:24px 8px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;background:#ffffff;border:1px solid ${rule};border-radius:8px;text-align:left">
<tr><td style="padding:24px 24px 0"><span style="display:inline-block;padding-bottom:6px;border-bottom:2px solid ${accent};font:700 20px/1.2 Arial,sans-serif;letter-spacing:3px;text-transform:uppercase;color:${ink}">${brand}</span></td></tr>
<tr><td style="padding:16px 24px;font:16px/1.5 Arial,sans-serif;color:${ink}">${content}</td></tr>
<tr><td style="padding:16px 24px 24px;border-top:1px solid ${rule};font:13px/1.5 Arial,sans-serif;color:${inkSoft}">${seller.identity}<br>${seller.address}<br><a href="mailto:${seller.email}" style="color:${inkSoft}">${seller.email}</a> · ${seller.phone}</td></tr>
</table></td></tr></table></body></html>`.markup
}

/** The same at the end of the plain text, below the usual mark of a signature. */
export function sellerText({ identity, address, email, phone }: MailSeller): string {
  return `-- \n${identity}\n${address}\n${email} · ${phone}`
}

export const paragraph = (text: string): Html => html`<p style="white-space:pre-line">${text}</p>`

export const smallParagraph = (text: string): Html => html`<p style="color:${inkSoft};font-size:14px">${text}</p>`

export const smallLink = (name: string, url: string): Html =>
  html`<p style="font-size:14px"><a href="${url}" style="color:${inkSoft}">${name}</a></p>`

export const codeParagraph = (code: string): Html =>
  html`<p style="font:700 28px/1.5 monospace;letter-spacing:4px">${code}</p>`

export const linkButton = (name: string, url: string): Html =>
  html`<p><a href="${url}" style="display:inline-block;padding:12px 20px;background:${accent};color:#ffffff;text-decoration:none;border-radius:6px">${name}</a></p>`

/** Something to copy, such as an account number. */
export interface MailFact {
  name: string
  value: string
}

export function factList(facts: readonly MailFact[]): Html {
  const rows = facts.map(
    ({ name, value }) =>
      html`<tr><th scope="row" style="padding:4px 12px 4px 0;text-align:left;vertical-align:top;font-weight:400;color:${inkSoft}">${name}</th><td style="padding:4px 0;vertical-align:top;font-weight:700">${value}</td></tr>`,
  )
  return html`<table style="border-collapse:collapse;margin:16px 0"><tbody>${rows}</tbody></table>`
}

/** What a mail lists below its body: parts, then the amounts that add up to the total. */
export interface MailTable {
  parts: readonly { name: string; material: string; quantity: string; price: string }[]
  sums: readonly { name: string; price: string }[]
}

export interface TableHead {
  part: string
  quantity: string
  price: string
}

export function partTable({ parts, sums }: MailTable, head: TableHead): Html {
  const rows = parts.map(
    ({ name, material, quantity, price }) =>
      html`<tr><td style="padding:6px 8px 6px 0;border-top:1px solid ${rule};word-break:break-word">${name}<br><span style="color:${inkSoft};font-size:14px">${material}</span></td><td style="padding:6px 8px;border-top:1px solid ${rule};text-align:right;vertical-align:top">${quantity}</td><td style="padding:6px 0;border-top:1px solid ${rule};text-align:right;vertical-align:top;white-space:nowrap">${price}</td></tr>`,
  )
  const results = sums.map(({ name, price }, index) => {
    // The total is the last sum.
    const weight = index === sums.length - 1 ? 700 : 400
    return html`<tr><th scope="row" colspan="2" style="padding:6px 8px 6px 0;border-top:1px solid ${rule};text-align:left;font-weight:${weight}">${name}</th><td style="padding:6px 0;border-top:1px solid ${rule};text-align:right;white-space:nowrap;font-weight:${weight}">${price}</td></tr>`
  })

  return html`<table style="border-collapse:collapse;width:100%;margin:16px 0">
<thead><tr><th scope="col" style="padding:6px 0;text-align:left">${head.part}</th><th scope="col" style="padding:6px 8px;text-align:right">${head.quantity}</th><th scope="col" style="padding:6px 0;text-align:right">${head.price}</th></tr></thead>
<tbody>${rows}${results}</tbody></table>`
}
