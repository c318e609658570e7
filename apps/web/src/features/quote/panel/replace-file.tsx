import type { RefObject } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFailureText } from '#lib/gateway/failures.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { FileButton } from '#ui/file-button.tsx'
import classes from './scope/file.module.css'
import type { PanelScope } from './scope/panel-scope.ts'

/** Product decision: the supported file types. */
const partTypes = '.stl,.step,.stp'

interface ReplaceFileProps extends Pick<PanelScope, 'line' | 'actions'> {
  /** The buttons of findings scroll here, since many are resolved by a revised file. */
  box: RefObject<HTMLDivElement | null>
}

/** Replaces the line's file; the configuration stays. */
export function ReplaceFile({ line, actions, box }: ReplaceFileProps) {
  const t = useTranslations('panel.revision')
  const failureText = useFailureText()
  const { attempt, failure, busy } = useAttempt()

  return (
    <div ref={box} className={classes.replace}>
      <FileButton
        label={t('replace')}
        busy={busy}
        accept={partTypes}
        size="sm"
        onFiles={([file]) => file && void attempt(() => actions.replaceFile(line.id, file))}
      />
      <p className={classes.soft}>{t('keeps')}</p>
      {failure ? (
        <p role="alert" className={classes.wrong}>
          {failureText(failure)}
        </p>
      ) : null}
    </div>
  )
}
