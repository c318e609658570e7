import type { StaffProjectView, UploadView } from '@cotation/contracts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Section } from '#ui/section.tsx'
import { Stack } from '#ui/stack.tsx'
import { Hint, Text } from '#ui/text.tsx'
import { FileDownload } from '../shared/file-download.tsx'
import { downloadFile } from './project.api.ts'
import classes from './project.module.css'

/** The files that we could not read, and what is known about why. */
export function UnreadableFiles({ project: { id, lines } }: { project: StaffProjectView }) {
  const t = useTranslations('staff-project')
  const failed = lines.map(({ line }) => line.upload).filter(({ state }) => state === 'failed')
  const uploads = [...new Map(failed.map((upload) => [upload.id, upload])).values()]
  if (uploads.length === 0) return null

  return (
    <Section title={t('unreadable')}>
      <Text>{t('unreadableText')}</Text>
      <ul className={classes.list}>
        {uploads.map((upload) => (
          <UnreadableFile key={upload.id} projectId={id} upload={upload} />
        ))}
      </ul>
    </Section>
  )
}

function UnreadableFile({ projectId, upload }: { projectId: string; upload: UploadView }) {
  const t = useTranslations('staff-project')
  const geometry = useTranslations('geometry')
  const { date } = useFormats('medium')
  const { refusal } = upload

  return (
    <li>
      <Stack gap="xs">
        <div>
          <FileDownload name={upload.name} isGone={false} load={() => downloadFile(projectId, upload.id)} />
        </div>
        <Hint>{t('sent', { megabytes: upload.bytes / 1_000_000, date: date(upload.createdAt) })}</Hint>
        {refusal ? (
          <>
            <Text tone="danger">{geometry(`refusal.${refusal.code}.title`, refusal.detail)}</Text>
            <Text>{geometry(`refusal.${refusal.code}.advice`, refusal.detail)}</Text>
          </>
        ) : (
          <Text>{t('unknownRefusal')}</Text>
        )}
      </Stack>
    </li>
  )
}
