import { WORD_COVER } from '../scripted/word-cover';
import { defaultConfiguration, sameModel } from './defaults';
import type { Configuration } from './schema';

/** The configuration of the recorded demo run: the published geometry with a script in place of the models. */
export const DEMO_CONFIGURATION: Configuration = defaultConfiguration(
  'mss-complement',
  sameModel({ protocol: 'scripted', url: '', model: WORD_COVER }),
);
