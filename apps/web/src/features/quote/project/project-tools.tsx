import { IconCopy, IconFileTypePdf, IconShare } from '@tabler/icons-react'
import { useState } from 'react'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { DuplicateDialog } from './duplicate-dialog.tsx'
import classes from './header.module.css'
import { downloadQuotation } from './quotation.ts'
import { ShareDialog } from './share-dialog.tsx'

/** Share, duplicate, and the quotation on paper. */
export function ProjectTools({ workspace }: { workspace: Workspace }) {
  const t = useTranslations('lines.header')
  const [opened, setOpened] = useState<'share' | 'duplicate'>()
  const [isBusy, setBusy] = useState(false)
  const { id, name } = workspace.project
  const download = async () => {
    setBusy(true)
    await downloadQuotation(id, t('pdfName', { name })).catch(() => toast.error(t('pdfFailed')))
    setBusy(false)
  }

  const close = () => setOpened(undefined)

  return (
    <fieldset className={classes.tools}>
      <legend className="visually-hidden">{t('tools')}</legend>
      <button type="button" className={classes.button} onClick={() => setOpened('share')}>
        <IconShare size={16} aria-hidden />
        {t('share')}
      </button>
      <button type="button" className={classes.button} onClick={() => setOpened('duplicate')}>
        <IconCopy size={16} aria-hidden />
        {t('duplicate')}
      </button>
      <button type="button" className={classes.button} disabled={isBusy} onClick={() => void download()}>
        <IconFileTypePdf size={16} aria-hidden />
        {t(isBusy ? 'pdfBusy' : 'pdf')}
      </button>
      <ShareDialog opened={opened === 'share'} workspace={workspace} onClose={close} />
      <DuplicateDialog opened={opened === 'duplicate'} workspace={workspace} onClose={close} />
    </fieldset>
  )
}
