import { pageBuild } from '@assay/ui/page-build'

export default pageBuild('^/(v1|health|docs|openapi.json)')
