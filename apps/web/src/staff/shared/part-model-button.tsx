import { useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { LazyPartModel } from './lazy-part-model.tsx'
import type { PartModelProps } from './part-model.tsx'

interface PartModelButtonProps extends PartModelProps {
  isShownAtOnce?: boolean
}

/**
 * A button that shows and hides the part in 3D. The viewer is larger than the rest of a page, and each
 * model takes memory of the graphics card. Needs the texts `viewer`.
 */
export function PartModelButton({ isShownAtOnce = false, ...model }: PartModelButtonProps) {
  const t = useTranslations('staff.model')
  const [isShown, setShown] = useState(isShownAtOnce)
  const { name } = model

  return (
    <div>
      <Button
        variant="link"
        size="sm"
        aria-expanded={isShown}
        aria-label={t(isShown ? 'hideOf' : 'showOf', { name })}
        onClick={() => setShown(!isShown)}
      >
        {t(isShown ? 'hide' : 'show')}
      </Button>
      {isShown ? <LazyPartModel {...model} /> : null}
    </div>
  )
}
