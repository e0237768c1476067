import { pageBuild } from '@assay/ui/page-build'

export default pageBuild('^/(api|health|docs)')
