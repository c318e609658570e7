import type { OrderView } from '@cotation/contracts'
import type { OrderDocument } from '@cotation/domain'
import { Button, Stack } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { saveDocument } from '#features/order/api/order.api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Section } from './section.tsx'

/** The server renders a document on download, in the language of the reader. */
export function Documents({ order: { id, number, documents } }: { order: OrderView }) {
  const t = useTranslations('order.documents')
  const [busy, setBusy] = useState<OrderDocument>()
  if (documents.length === 0) return null

  const save = async (kind: OrderDocument) => {
    setBusy(kind)
    const name = t('fileName', { name: t(`kind.${kind}`), number })
    // The call has already shown the error.
    await saveDocument(id, kind, name).catch(() => {})
    setBusy(undefined)
  }

  return (
    <Section title={t('title')}>
      <Stack gap="xs" align="stretch">
        {documents.map((kind) => (
          <Button
            key={kind}
            variant="default"
            justify="flex-start"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={busy === kind}
            onClick={() => void save(kind)}
          >
            {t('download', { name: t(`kind.${kind}`) })}
          </Button>
        ))}
      </Stack>
    </Section>
  )
}
