//! Tasks without which the server is of no use.

/// Runs a task without which the server is of no use. A panic in it ends the process, so that its
/// supervisor starts another; a panic in any other task ends that task alone.
pub(crate) fn spawn_essential(task: impl Future<Output = ()> + Send + 'static) {
    let task = tokio::spawn(task);
    tokio::spawn(async move {
        if task.await.is_err_and(|error| error.is_panic()) {
            tracing::error!("a task without which nothing works has panicked; the process ends");
            std::process::abort();
        }
    });
}
