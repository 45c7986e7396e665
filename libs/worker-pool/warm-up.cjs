'use strict';

/** A task that does nothing: a thread that has done it has loaded its module. */
exports.warmUp = () => null;
