import type { UploadView } from '@cotation/contracts'
import type { UploadState } from '@cotation/domain'
import { Badge, Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { downloadFile } from '#features/project/api/project.api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { PartPicture } from '#ui/part-picture.tsx'
import classes from '../list/list.module.css'
import { isKept, isQuotable, useFileWords } from './file-words.ts'

const colours: Record<UploadState, string> = {
  uploading: 'yellow',
  received: 'gray',
  analysing: 'gray',
  done: 'green',
  failed: 'red',
  expired: 'gray',
}

interface FileItemProps {
  upload: UploadView
  thumbnailId: string | null
  /** Shown before the picture, for example a checkbox. */
  before?: ReactNode
  /** The lines or projects that use the file. */
  uses: ReactNode
  /** Extra actions. */
  children?: ReactNode
  sendAgain: ReactNode
  onRequote: () => Promise<void>
}

/** A file in a list, with its state, its expiry date and its actions. */
export function FileItem({ upload, thumbnailId, before, uses, children, sendAgain, onRequote }: FileItemProps) {
  const t = useTranslations('project.files')
  const words = useFileWords()
  const [busy, setBusy] = useState(false)
  const { name, state } = upload

  const run = async (action: () => Promise<void>) => {
    setBusy(true)
    // The gateway has already reported the failure.
    await action().catch(() => {})
    setBusy(false)
  }

  const refusal = words.refusal(upload)

  return (
    <li className={classes.item}>
      <span className={classes.lead}>
        {before}
        <PartPicture thumbnailId={thumbnailId} />
      </span>
      <div>
        <h2 className={classes.name}>{name}</h2>
        <p className={classes.facts}>
          <Badge component="span" variant="dot" color={colours[state]} c="var(--ink)">
            {t(`state.${state}`)}
          </Badge>
          {upload.purpose === 'attachment' ? <span>{t('drawing')}</span> : null}
          <span>{words.size(upload.bytes)}</span>
          <span>{t('sent', { date: words.day(upload.createdAt) })}</span>
        </p>
        {refusal ? <p className={classes.late}>{refusal}</p> : null}
        <p className={classes.facts}>{words.keeping(upload)}</p>
        <div className={classes.facts}>{uses}</div>
      </div>
      <div className={classes.actions}>
        {isKept(state) ? (
          <Button
            size="xs"
            variant="default"
            disabled={busy}
            aria-label={t('downloadOf', { name })}
            onClick={() => void run(() => downloadFile(upload))}
          >
            {t('download')}
          </Button>
        ) : null}
        {isQuotable(upload) ? (
          <Button
            size="xs"
            variant="default"
            disabled={busy}
            aria-label={t('requoteOf', { name })}
            onClick={() => void run(onRequote)}
          >
            {t('requote')}
          </Button>
        ) : null}
        {isKept(state) ? null : sendAgain}
        {children}
      </div>
    </li>
  )
}
