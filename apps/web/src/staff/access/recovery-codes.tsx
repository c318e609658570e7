import { saveFile } from '#lib/save-file.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import classes from './access.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  onDone: () => void
}

/** New recovery codes, which the server cannot show again: to copy, to print or to save. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const t = useTranslations('staff-access.codes')
  const text = codes.join('\n')
  const download = () => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), t('fileName'))

  return (
    <Stack>
      <Text size="sm">{t('intro')}</Text>
      <div className={classes.printed}>
        <p className={classes.printedTitle}>{t('printedTitle')}</p>
        <ul className={classes.codes} aria-label={t('list')}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <Row>
        <CopyButton text={text} label={t('list')} size="sm" />
        <Button variant="secondary" size="sm" onClick={download}>
          {t('download')}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => window.print()}>
          {t('print')}
        </Button>
      </Row>
      <Button onClick={onDone} fullWidth>
        {t('saved')}
      </Button>
    </Stack>
  )
}
