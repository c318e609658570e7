import type { MailView } from '@cotation/contracts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { Facts } from '#ui/facts.tsx'
import { Section } from '#ui/section.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Hint } from '#ui/text.tsx'
import type { Tone } from '#ui/tone.ts'
import { ActionButton } from '../shared/action-button.tsx'
import { useHasScreen } from '../shared/known-screens.ts'
import { useMailKind } from '../shared/mail-kind.ts'
import { useStaffParam } from '../shared/params.ts'
import { RecordPage } from '../shared/record-page.tsx'
import { StaffLink, StaffLinkButton } from '../shared/staff-link.tsx'
import { StaffPage } from '../shared/staff-page.tsx'
import classes from './mail.module.css'
import { ResendMail } from './resend-mail.tsx'

const mailQuery = (mailId: string) =>
  queryOptions({
    queryKey: [staffQueries, 'mail', mailId],
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/mail/{mailId}', { params: { mailId } }, { signal, quiet: true }),
  })

/** A mail as its recipient got it, or what keeps it from leaving. */
export function MailPage() {
  const t = useTranslations('staff-mail')
  const mailId = useStaffParam('mailId')
  const answer = useQuery(mailQuery(mailId))

  return (
    <RecordPage
      answer={answer}
      unknown={{
        title: t('unknownTitle'),
        text: t('unknownText'),
        action: <StaffLinkButton path="mails">{t('back')}</StaffLinkButton>,
      }}
    >
      {(mail) => <Mail mail={mail} />}
    </RecordPage>
  )
}

const tones: Readonly<Record<MailView['state'], Tone>> = {
  sent: 'good',
  refused: 'danger',
  waiting: 'neutral',
  retrying: 'warning',
  failed: 'danger',
}

function Mail({ mail }: { mail: MailView }) {
  const t = useTranslations('staff-mail')
  const { moment } = useFormats('medium')
  const hasScreen = useHasScreen()
  const mailKind = useMailKind()
  const [isAsking, setAsking] = useState(false)
  const { customer, content } = mail
  const customerPath = customer ? `customers/${customer.id}` : ''

  return (
    <StaffPage
      title={content?.subject ?? t('titleUnsent')}
      actions={
        <>
          <StaffLinkButton path="mails" variant="quiet" size="sm">
            {t('back')}
          </StaffLinkButton>
          {mail.mayResend ? (
            <ActionButton size="sm" onClick={() => setAsking(true)}>
              {t('resend')}
            </ActionButton>
          ) : null}
        </>
      }
    >
      {mail.hasSecret ? <Alert tone="neutral">{t('secret')}</Alert> : null}
      <Section title={t('facts')}>
        <Facts
          facts={[
            { label: t('state'), value: <Badge tone={tones[mail.state]}>{t(`states.${mail.state}`)}</Badge> },
            { label: t('date'), value: moment(mail.mailedAt) },
            { label: t('recipient'), value: mail.recipient },
            {
              label: t('customer'),
              value:
                customer && hasScreen(customerPath) ? (
                  <StaffLink path={customerPath}>{customer.name}</StaffLink>
                ) : (
                  customer?.name
                ),
            },
            { label: t('kind'), value: mailKind(mail.kind) },
            { label: t('language'), value: content ? t(`languages.${content.language}`) : '' },
            { label: t('error'), value: mail.error ? <code>{mail.error}</code> : '' },
          ]}
        />
      </Section>
      {content ? <Content content={content} /> : <Hint>{t('noContent')}</Hint>}
      {isAsking ? <ResendMail mail={mail} onClose={() => setAsking(false)} /> : null}
    </StaffPage>
  )
}

/**
 * The frame may run no script, open nothing and send no form: a mail contains texts of customers. It
 * cannot read its own height, so it scrolls.
 */
function Content({ content }: { content: NonNullable<MailView['content']> }) {
  const t = useTranslations('staff-mail')
  const [isPlain, setPlain] = useState(false)

  return (
    <Section title={t('asSent')}>
      <Stack gap="sm">
        <Row>
          <Segmented
            label={t('view')}
            value={isPlain ? 'plain' : 'formatted'}
            options={[
              { value: 'formatted', label: t('formatted') },
              { value: 'plain', label: t('plain') },
            ]}
            onChange={(value) => setPlain(value === 'plain')}
          />
        </Row>
        {isPlain ? (
          <pre className={classes.plain}>{content.text}</pre>
        ) : (
          <iframe
            className={classes.frame}
            sandbox=""
            srcDoc={content.html}
            title={t('frame', { subject: content.subject })}
          />
        )}
      </Stack>
    </Section>
  )
}
