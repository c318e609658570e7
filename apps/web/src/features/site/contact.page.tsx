import { contactBody, contactTopics } from '@cotation/contracts'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#lib/gateway/api.ts'
import { useBrand, useUser } from '#lib/gateway/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { emptyCaptcha, FormCaptcha } from '#ui/forms/form-captcha.tsx'
import { FormPage } from '#ui/forms/form-page.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { Select } from '#ui/select.tsx'
import { Stack } from '#ui/stack.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import classes from './contact.module.css'

/** What other pages ask about, as the first sentence of the message. */
const messageSubjects = ['refund', 'balance', 'payment', 'order', 'export'] as const

function ContactForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useTranslations('site.contact')
  const { userInfo } = useUser()
  const { topic, about, number } = useSearch({ from: '__root__' })
  const subject = messageSubjects.find((candidate) => candidate === about)
  const form = useZodForm(contactBody, {
    name: userInfo?.username ?? '',
    email: userInfo?.email ?? '',
    topic: contactTopics.find((candidate) => candidate === topic) ?? 'quote',
    message: subject ? `${t(`about.${subject}`, { number: number ?? '' })}\n\n` : '',
    captcha: emptyCaptcha,
  })
  const { onSubmit, failure, sending, refusals } = useSubmission(
    form,
    async (body) => {
      await api('POST /global/account/contactUs', { body }, { quiet: true })
      onSent(body.email)
    },
    { CAPTCHA_WRONG: 'captcha.answer' },
  )

  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <TextField label={t('name')} autoComplete="name" {...form.getInputProps('name')} />
        <TextField label={t('email')} type="email" autoComplete="email" {...form.getInputProps('email')} />
        <Select
          label={t('topic')}
          options={contactTopics.map((value) => ({ value, label: t(`topics.${value}`) }))}
          {...form.getInputProps('topic')}
        />
        <TextArea
          label={t('message')}
          description={t('messageHint')}
          rows={5}
          limit={4000}
          {...form.getInputProps('message')}
        />
        <FormCaptcha form={form} refusals={refusals} />
        <FormAlert failure={failure} />
        <Button type="submit" loading={sending}>
          {t('send')}
        </Button>
      </Stack>
    </form>
  )
}

export function ContactPage() {
  const t = useTranslations('site.contact')
  const brand = useBrand()
  const [sentTo, setSentTo] = useState<string | null>(null)

  const direct = brand ? (
    <dl className={classes.direct}>
      <dt>{t('email')}</dt>
      <dd>
        <a href={`mailto:${brand.email}`}>{brand.email}</a>
      </dd>
      <dt>{t('phone')}</dt>
      <dd>
        <a href={`tel:${brand.phone.replace(/\s/g, '')}`}>{brand.phone}</a>
      </dd>
      <dt>{t('address')}</dt>
      <dd>{brand.address}</dd>
    </dl>
  ) : null

  if (sentTo !== null) {
    return (
      <FormPage
        title={t('sentTitle')}
        subtitle={<span role="status">{t('sentText', { email: sentTo })}</span>}
        footer={direct}
      >
        <Button variant="secondary" onClick={() => setSentTo(null)}>
          {t('another')}
        </Button>
      </FormPage>
    )
  }

  return (
    <FormPage title={t('title')} subtitle={t('lead')} footer={direct}>
      <ContactForm onSent={setSentTo} />
    </FormPage>
  )
}
