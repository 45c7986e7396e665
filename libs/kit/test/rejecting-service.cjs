const { processSettings, runService } = require('@medley/kit');
const Joi = require('joi');

/** A service with a rejected promise without a handler. */
runService({
  name: 'rejecting',
  schema: Joi.object(processSettings),
  start: () => {
    setImmediate(() => Promise.reject(new Error('nothing handles this')));
    return Promise.resolve();
  },
});
