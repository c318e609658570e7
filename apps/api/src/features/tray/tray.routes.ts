import { trayRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { changeContents, openTray } from './tray-content.service.ts'
import { createTrayModel } from './tray-model.service.ts'
import { failTray, finishTray, previewFailure, startTray } from './tray-report.service.ts'
import { getTray, listCandidates } from './tray-view.service.ts'

export function serveTray(serve: Serve, deps: Deps): void {
  serve(trayRoutes.candidates, (_input, { language }) => listCandidates(deps, language))

  serve(trayRoutes.open, async ({ body }, { session, language }) => {
    const code = await openTray(deps, session.staffId, body)
    return getTray(deps, code, language)
  })

  serve(trayRoutes.view, ({ params }, { language }) => getTray(deps, params.code, language))

  serve(trayRoutes.change, async ({ params, body }, { session, language }) => {
    await changeContents(deps, session.staffId, params.code, body)
    return getTray(deps, params.code, language)
  })

  serve(trayRoutes.start, async ({ params, body }, { session, language }) => {
    await startTray(deps, session.staffId, params.code, body)
    return getTray(deps, params.code, language)
  })

  serve(trayRoutes.done, async ({ params, body }, { session, language }) => {
    const remakes = await finishTray(deps, session.staffId, params.code, body)
    return { tray: await getTray(deps, params.code, language), remakes }
  })

  serve(trayRoutes.failure, async ({ params }) => ({ hits: await previewFailure(deps, params.code) }))

  serve(trayRoutes.fail, async ({ params, body }, { session, language }) => {
    const failure = await failTray(deps, session.staffId, params.code, body)
    return { tray: await getTray(deps, params.code, language), ...failure }
  })

  serve(trayRoutes.model, ({ params }, { session }) => createTrayModel(deps, session.staffId, params.code))
}
