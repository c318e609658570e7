import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './viewer.module.css'

const helpLines = [
  'orbit',
  'pan',
  'zoom',
  'views',
  'fit',
  'choose',
  'next',
  'measure',
  'measureKeys',
  'escape',
] as const

/** Explains gestures and keys. */
export function Help({ id }: { id: string }) {
  const t = useTranslations('viewer.help')
  return (
    <details className={classes.help}>
      <summary>{t('title')}</summary>
      <ul id={id}>
        {helpLines.map((line) => (
          <li key={line}>{t(line)}</li>
        ))}
      </ul>
    </details>
  )
}
