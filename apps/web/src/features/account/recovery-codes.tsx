import { saveFile } from '#lib/save-file.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import classes from './second-factor.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  onDone: () => void
}

/** New recovery codes, which the server cannot show again. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const t = useTranslations('account.secondFactor')
  const text = codes.join('\n')
  const download = () => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), t('fileName'))

  return (
    <Stack>
      <Text size="sm">{t('codesIntro')}</Text>
      <ul className={classes.codes} aria-label={t('codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Row>
        <CopyButton text={text} label={t('codes')} size="sm" />
        <Button variant="secondary" size="sm" onClick={download}>
          {t('download')}
        </Button>
      </Row>
      <Row justify="end">
        <Button size="sm" onClick={onDone} data-autofocus>
          {t('saved')}
        </Button>
      </Row>
    </Stack>
  )
}
