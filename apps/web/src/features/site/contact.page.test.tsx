import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { captchaId, data, stubGateway } from '#lib/testing/gateway-stub.ts'
import { enterText, press } from '#lib/testing/user-actions.ts'

const contactUs = 'POST /global/account/contactUs'

describe('the contact page (spec 9)', () => {
  it.each([
    ['en', 'A person answers within 24 hours.'],
    ['fr', 'Une personne vous répond sous 24 heures.'],
  ] as const)('promises in %s an answer within 24 hours', async (language, promise) => {
    stubGateway({})
    await renderApp('/contact', { language })
    expect(await screen.findByText(promise)).toBeTruthy()
  })

  it.each([
    ['topic=order&about=refund&number=A-26-10001', 'order', 'I ask for a refund of A-26-10001.\n\n'],
    ['topic=account&about=balance', 'account', 'I ask for a refund of the balance of my account.\n\n'],
    ['topic=order&about=unknown', 'order', ''],
  ])('begins the message with what the page before was about: %s', async (search, topic, message) => {
    stubGateway({})
    await renderApp(`/contact?${search}`)
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Message/ })).value).toBe(message)
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Subject' }).value).toBe(topic)
  })

  it('sends the message with the topic of the address, and repeats the promise', async () => {
    const gateway = stubGateway({ [contactUs]: () => data(contactUs, {}) })
    await renderApp('/contact?topic=order')
    await enterText('Your name', 'Ada')
    await enterText('E-mail', 'ada@example.com')
    await enterText('Message', 'Where is my order?')
    await enterText('Digits in the picture', '12345')
    await press('Send')

    expect(await screen.findByText('We answer at ada@example.com within 24 hours.')).toBeTruthy()
    expect(gateway.to(contactUs)[0]?.body).toEqual({
      name: 'Ada',
      email: 'ada@example.com',
      topic: 'order',
      message: 'Where is my order?',
      captcha: { captchaId, answer: '12345' },
    })
  })
})
